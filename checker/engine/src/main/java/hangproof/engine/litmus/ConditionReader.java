// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import hangproof.engine.litmus.grammar.LitmusParser.AddressContext;
import hangproof.engine.litmus.grammar.LitmusParser.AtomContext;
import hangproof.engine.litmus.grammar.LitmusParser.ConjunctionContext;
import hangproof.engine.litmus.grammar.LitmusParser.ContentContext;
import hangproof.engine.litmus.grammar.LitmusParser.DisjunctionContext;
import hangproof.engine.litmus.grammar.LitmusParser.GroupContext;
import hangproof.engine.litmus.grammar.LitmusParser.ImplicationContext;
import hangproof.engine.litmus.grammar.LitmusParser.LiteralContext;
import hangproof.engine.litmus.grammar.LitmusParser.LitmusContext;
import hangproof.engine.litmus.grammar.LitmusParser.NegationContext;
import hangproof.engine.litmus.grammar.LitmusParser.PropositionContext;
import hangproof.engine.litmus.grammar.LitmusParser.RegisterContext;
import hangproof.engine.litmus.grammar.LitmusParser.StateTermContext;
import hangproof.engine.litmus.grammar.LitmusParser.SymbolContext;
import hangproof.engine.litmus.grammar.LitmusParser.TruthContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.antlr.v4.runtime.misc.Interval;

/** Reads what stands after the threads: locations, filter, and the condition. */
final class ConditionReader {
  private final LitmusReader test;
  private final List<ThreadCode> threads;
  private final Set<Term> columns;
  private Quantifier quantifier;
  private Cond proposition;
  private Cond filter;
  private String text;

  ConditionReader(LitmusReader test, List<ThreadCode> threads) {
    this.test = test;
    this.threads = threads;
    columns = new TreeSet<>(Comparator.comparing(ConditionReader::rank));
  }

  /** Registers by thread, then locations by number: the order of the columns of a state. */
  private static String rank(Term term) {
    if (term instanceof Term.Register register) {
      return String.format("0 %06d %s", register.thread(), register.name());
    }
    return String.format("1 %06d", ((Term.Content) term).location());
  }

  void read(LitmusContext tree) {
    if (tree.locations() != null) {
      for (StateTermContext term : tree.locations().stateTerm()) {
        addColumn(observed(term));
      }
    }
    if (tree.filter() != null) {
      filter = proposition(tree.filter().proposition(), false);
    }
    boolean negated = tree.condition().getChild(0).getText().equals("~");
    boolean all = tree.condition().quantifier.getText().equals("forall");
    quantifier = all ? Quantifier.FORALL : negated ? Quantifier.NOT_EXISTS : Quantifier.EXISTS;
    proposition = proposition(tree.condition().proposition(), true);
    PropositionContext context = tree.condition().proposition();
    Interval span =
        Interval.of(context.getStart().getStartIndex(), context.getStop().getStopIndex());
    text = context.getStart().getInputStream().getText(span).replaceAll("\\s+", " ");
  }

  private void addColumn(Term term) {
    if (!(term instanceof Term.Constant)) {
      columns.add(term);
    }
  }

  private Cond proposition(PropositionContext context, boolean observe) {
    if (context instanceof GroupContext group) {
      return proposition(group.proposition(), observe);
    }
    if (context instanceof NegationContext negation) {
      return new Cond.Not(proposition(negation.proposition(), observe));
    }
    if (context instanceof ConjunctionContext and) {
      Cond left = proposition(and.proposition(0), observe);
      return new Cond.And(left, proposition(and.proposition(1), observe));
    }
    if (context instanceof DisjunctionContext or) {
      Cond left = proposition(or.proposition(0), observe);
      return new Cond.Or(left, proposition(or.proposition(1), observe));
    }
    if (context instanceof ImplicationContext implies) {
      Cond left = proposition(implies.proposition(0), observe);
      return new Cond.Or(new Cond.Not(left), proposition(implies.proposition(1), observe));
    }
    if (context instanceof TruthContext truth) {
      return switch (truth.getText()) {
        case "true" -> new Cond.Literal(true);
        case "false" -> new Cond.Literal(false);
        default -> throw LitmusReader.error(truth, "an equation is expected here");
      };
    }
    AtomContext atom = (AtomContext) context;
    Term left = observed(atom.stateTerm(0));
    Term right = compared(atom.stateTerm(1));
    if (observe) {
      addColumn(left);
      addColumn(right);
    }
    boolean equal = atom.op.getText().equals("=") || atom.op.getText().equals("==");
    return new Cond.Equation(left, right, equal);
  }

  /** A term left of an equals sign: a name is the content of a location. */
  private Term observed(StateTermContext term) {
    if (term instanceof SymbolContext symbol) {
      return new Term.Content(known(symbol, symbol.IDENT().getText()));
    }
    return term(term);
  }

  /** A term right of an equals sign: a name is the address of a location. */
  private Term compared(StateTermContext term) {
    if (term instanceof SymbolContext symbol) {
      return new Term.Constant(Value.address(known(symbol, symbol.IDENT().getText())));
    }
    return term(term);
  }

  private Term term(StateTermContext term) {
    if (term instanceof RegisterContext register) {
      int thread = LitmusReader.threadNumber(register, register.NUMBER());
      if (thread >= threads.size()) {
        throw LitmusReader.error(register, "there is no thread " + thread);
      }
      String name = register.IDENT().getText();
      return new Term.Register(thread, threads.get(thread).registers().indexOf(name), name);
    }
    if (term instanceof ContentContext content) {
      return new Term.Content(known(content, content.IDENT().getText()));
    }
    if (term instanceof AddressContext address) {
      return new Term.Constant(Value.address(known(address, address.IDENT().getText())));
    }
    LiteralContext literal = (LiteralContext) term;
    long number = LitmusReader.number(literal, literal.NUMBER());
    return new Term.Constant(literal.getText().startsWith("-") ? -number : number);
  }

  /** A location that only the condition mentions would be a slip of the pen. */
  private int known(StateTermContext term, String name) {
    if (!test.isLocation(name)) {
      throw LitmusReader.error(term, "there is no location " + name);
    }
    return test.location(name);
  }

  Quantifier quantifier() {
    return quantifier;
  }

  Cond proposition() {
    return proposition;
  }

  Cond filter() {
    return filter;
  }

  List<Term> columns() {
    return new ArrayList<>(columns);
  }

  String text() {
    return text;
  }
}
