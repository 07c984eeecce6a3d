// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import hangproof.engine.litmus.grammar.LitmusParser.BinaryContext;
import hangproof.engine.litmus.grammar.LitmusParser.BlockContext;
import hangproof.engine.litmus.grammar.LitmusParser.BlockStatementContext;
import hangproof.engine.litmus.grammar.LitmusParser.CallContext;
import hangproof.engine.litmus.grammar.LitmusParser.CastContext;
import hangproof.engine.litmus.grammar.LitmusParser.DeclarationStatementContext;
import hangproof.engine.litmus.grammar.LitmusParser.DeclaratorContext;
import hangproof.engine.litmus.grammar.LitmusParser.DoStatementContext;
import hangproof.engine.litmus.grammar.LitmusParser.ExprContext;
import hangproof.engine.litmus.grammar.LitmusParser.ForStatementContext;
import hangproof.engine.litmus.grammar.LitmusParser.IfStatementContext;
import hangproof.engine.litmus.grammar.LitmusParser.NameContext;
import hangproof.engine.litmus.grammar.LitmusParser.NumberContext;
import hangproof.engine.litmus.grammar.LitmusParser.ParameterContext;
import hangproof.engine.litmus.grammar.LitmusParser.ParensContext;
import hangproof.engine.litmus.grammar.LitmusParser.ProcessContext;
import hangproof.engine.litmus.grammar.LitmusParser.SimpleContext;
import hangproof.engine.litmus.grammar.LitmusParser.SimpleStatementContext;
import hangproof.engine.litmus.grammar.LitmusParser.StatementContext;
import hangproof.engine.litmus.grammar.LitmusParser.UnaryContext;
import hangproof.engine.litmus.grammar.LitmusParser.WhileStatementContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns one thread of the parse tree into statements.
 *
 * <p>Parameters are registers that hold the address of the location of their name. A name that is
 * neither a parameter nor declared is a register, too, as in herd.
 */
final class ThreadReader {
  private final LitmusReader test;
  private final Map<String, Long> presets;
  private final List<String> registers = new ArrayList<>();
  private final List<Long> initial = new ArrayList<>();
  private final Map<String, Integer> indexOf = new HashMap<>();

  ThreadReader(LitmusReader test, Map<String, Long> presets) {
    this.test = test;
    this.presets = presets;
  }

  ThreadCode read(ProcessContext process) {
    for (ParameterContext parameter : process.parameter()) {
      String name = parameter.IDENT().getText();
      if (indexOf.containsKey(name)) {
        throw LitmusReader.error(parameter, "two parameters are called " + name);
      }
      declare(name, Value.address(test.location(name)));
    }
    presets.forEach(this::declare);
    Stmt body = block(process.block());
    return new ThreadCode(body, List.copyOf(registers), List.copyOf(initial));
  }

  private int declare(String name, long value) {
    Integer known = indexOf.get(name);
    if (known != null) {
      initial.set(known, value);
      return known;
    }
    indexOf.put(name, registers.size());
    registers.add(name);
    initial.add(value);
    return registers.size() - 1;
  }

  private int register(String name) {
    Integer known = indexOf.get(name);
    return known != null ? known : declare(name, 0);
  }

  private Stmt block(BlockContext block) {
    List<Stmt> statements = new ArrayList<>();
    for (StatementContext statement : block.statement()) {
      statements.add(statement(statement));
    }
    return new Stmt.Block(statements);
  }

  private Stmt statement(StatementContext statement) {
    if (statement instanceof BlockStatementContext inner) {
      return block(inner.block());
    }
    if (statement instanceof IfStatementContext choice) {
      Expr condition = expr(choice.expr());
      Stmt then = statement(choice.statement(0));
      Stmt otherwise = choice.statement().size() > 1 ? statement(choice.statement(1)) : nothing();
      return new Stmt.If(condition, then, otherwise);
    }
    if (statement instanceof WhileStatementContext loop) {
      Expr condition = expr(loop.expr());
      return new Stmt.While(LitmusReader.at(loop), condition, statement(loop.statement()), false);
    }
    if (statement instanceof DoStatementContext loop) {
      Stmt body = statement(loop.statement());
      return new Stmt.While(LitmusReader.at(loop), expr(loop.expr()), body, true);
    }
    if (statement instanceof ForStatementContext loop) {
      return forLoop(loop);
    }
    if (statement instanceof DeclarationStatementContext declaration) {
      return declaration(declaration);
    }
    if (statement instanceof SimpleStatementContext simple) {
      return simple(simple.simple());
    }
    return nothing();
  }

  private static Stmt nothing() {
    return new Stmt.Block(List.of());
  }

  private Stmt forLoop(ForStatementContext loop) {
    Stmt first = loop.first == null ? nothing() : simple(loop.first);
    Position at = LitmusReader.at(loop);
    Expr condition = loop.expr() == null ? new Expr.Constant(at, 1) : expr(loop.expr());
    Stmt body = statement(loop.statement());
    Stmt step = loop.step == null ? nothing() : simple(loop.step);
    Stmt round = new Stmt.Block(List.of(body, step));
    return new Stmt.Block(List.of(first, new Stmt.While(at, condition, round, false)));
  }

  private Stmt declaration(DeclarationStatementContext statement) {
    List<Stmt> assignments = new ArrayList<>();
    for (DeclaratorContext declarator : statement.declaration().declarator()) {
      Expr value = declarator.expr() == null ? null : expr(declarator.expr());
      int register = register(declarator.IDENT().getText());
      if (value != null) {
        assignments.add(new Stmt.Assign(register, value));
      }
    }
    return new Stmt.Block(assignments);
  }

  private Stmt simple(SimpleContext simple) {
    Expr left = expr(simple.expr(0));
    if (simple.op == null) {
      return new Stmt.Evaluate(left);
    }
    String op = simple.op.getText();
    Position at = LitmusReader.at(simple);
    Expr right;
    if (op.equals("=")) {
      right = expr(simple.expr(1));
    } else {
      boolean counts = op.equals("++") || op.equals("--");
      Expr operand = counts ? new Expr.Constant(at, 1) : expr(simple.expr(1));
      right = new Expr.Apply(at, Operator.binary(op.substring(0, 1)), left, operand);
    }
    if (left instanceof Expr.Register register) {
      return new Stmt.Assign(register.index(), right);
    }
    if (left instanceof Expr.Deref deref) {
      return new Stmt.Store(at, deref.pointer(), right);
    }
    throw LitmusReader.error(simple, "only a variable or *pointer can be assigned to");
  }

  private Expr expr(ExprContext context) {
    Position at = LitmusReader.at(context);
    if (context instanceof NumberContext number) {
      return new Expr.Constant(at, LitmusReader.number(number, number.NUMBER()));
    }
    if (context instanceof NameContext name) {
      return new Expr.Register(at, register(name.IDENT().getText()));
    }
    if (context instanceof ParensContext parens) {
      return expr(parens.expr());
    }
    if (context instanceof CastContext cast) {
      return expr(cast.expr());
    }
    if (context instanceof UnaryContext unary) {
      return unary(unary, at);
    }
    if (context instanceof BinaryContext binary) {
      Expr left = expr(binary.expr(0));
      Expr right = expr(binary.expr(1));
      Operator operator = Operator.binary(binary.op.getText());
      if ((operator == Operator.BOTH || operator == Operator.EITHER) && accesses(right)) {
        throw LitmusReader.error(
            binary, "an access on the right of " + binary.op.getText() + " is not supported");
      }
      return new Expr.Apply(at, operator, left, right);
    }
    return call((CallContext) context, at);
  }

  private static boolean accesses(Expr expr) {
    if (expr instanceof Expr.Apply apply) {
      return (apply.left() != null && accesses(apply.left())) || accesses(apply.right());
    }
    return expr instanceof Expr.Deref || expr instanceof Expr.Call;
  }

  private Expr unary(UnaryContext unary, Position at) {
    String op = unary.op.getText();
    if (op.equals("&")) {
      if (unary.expr() instanceof NameContext name && test.isLocation(name.IDENT().getText())) {
        return new Expr.Constant(at, Value.address(test.location(name.IDENT().getText())));
      }
      if (unary.expr() instanceof UnaryContext inner && inner.op.getText().equals("*")) {
        return expr(inner.expr());
      }
      throw LitmusReader.error(unary, "'&' needs a shared location here");
    }
    Expr operand = expr(unary.expr());
    return switch (op) {
      case "*" -> new Expr.Deref(at, operand);
      case "-" -> new Expr.Apply(at, Operator.NEGATE, null, operand);
      case "~" -> new Expr.Apply(at, Operator.COMPLEMENT, null, operand);
      case "!" -> new Expr.Apply(at, Operator.NOT, null, operand);
      default -> operand;
    };
  }

  private Expr call(CallContext call, Position at) {
    String name = call.IDENT().getText();
    Macro macro = Macro.named(name);
    if (macro == null) {
      throw LitmusReader.error(call, name + "() is not a primitive of the dialect");
    }
    String signature = macro.signature();
    if (call.expr().size() != signature.length()) {
      throw LitmusReader.error(
          call, name + "() takes " + signature.length() + " arguments, not " + call.expr().size());
    }
    List<Expr> arguments = new ArrayList<>();
    for (int i = 0; i < signature.length(); i++) {
      Expr argument = expr(call.expr(i));
      if (signature.charAt(i) == 'l' && !(argument instanceof Expr.Deref)) {
        throw LitmusReader.error(call.expr(i), name + "() needs an lvalue such as *x here");
      }
      arguments.add(argument);
    }
    return new Expr.Call(at, macro, arguments);
  }
}
