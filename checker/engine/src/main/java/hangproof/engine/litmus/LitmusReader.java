// SPDX-License-Identifier: MIT
package hangproof.engine.litmus;

import hangproof.engine.litmus.grammar.LitmusLexer;
import hangproof.engine.litmus.grammar.LitmusParser;
import hangproof.engine.litmus.grammar.LitmusParser.InitItemContext;
import hangproof.engine.litmus.grammar.LitmusParser.InitTargetContext;
import hangproof.engine.litmus.grammar.LitmusParser.InitValueContext;
import hangproof.engine.litmus.grammar.LitmusParser.LitmusContext;
import hangproof.engine.litmus.grammar.LitmusParser.ProcessContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.TerminalNode;

/** Turns the text of a litmus test into a {@link LitmusTest}. */
final class LitmusReader {
  /** Deeper nesting of parentheses and braces is refused: the parser is recursive. */
  private static final int MAX_DEPTH = 100;

  private static final int MAX_THREADS = 32;

  private final LitmusSource source;
  private final List<String> locations = new ArrayList<>();
  private final Map<String, Integer> locationOf = new HashMap<>();
  private final Map<Integer, Long> initial = new HashMap<>();
  private final Map<Integer, Map<String, Long>> initialRegisters = new HashMap<>();

  private LitmusReader(LitmusSource source) {
    this.source = source;
  }

  static LitmusTest read(String text) {
    LitmusSource source = LitmusSource.of(text);
    checkDepth(source.body());
    return new LitmusReader(source).test(parse(source.body()));
  }

  private static void checkDepth(String body) {
    int depth = 0;
    int line = 1;
    int run = 0;
    for (int i = 0; i < body.length(); i++) {
      char c = body.charAt(i);
      line += c == '\n' ? 1 : 0;
      boolean open = c == '(' || c == '{' || c == '[';
      boolean close = c == ')' || c == '}' || c == ']';
      depth += open ? 1 : close ? -1 : 0;
      // Prefix operators and "else if" nest without brackets.
      run = c == ';' || c == '}' ? 0 : run + ("*-~!+&".indexOf(c) >= 0 ? 1 : 0);
      if (depth > MAX_DEPTH || run > 4 * MAX_DEPTH) {
        throw new LitmusSyntaxException(new Position(line, 1), "nested too deeply");
      }
    }
  }

  private static LitmusContext parse(String body) {
    BaseErrorListener listener =
        new BaseErrorListener() {
          @Override
          public void syntaxError(
              Recognizer<?, ?> recognizer,
              Object symbol,
              int line,
              int column,
              String message,
              RecognitionException e) {
            throw new LitmusSyntaxException(new Position(line, column + 1), message);
          }
        };
    LitmusLexer lexer = new LitmusLexer(CharStreams.fromString(body));
    lexer.removeErrorListeners();
    lexer.addErrorListener(listener);
    LitmusParser parser = new LitmusParser(new CommonTokenStream(lexer));
    parser.removeErrorListeners();
    parser.addErrorListener(listener);
    return parser.litmus();
  }

  static Position at(ParserRuleContext context) {
    return at(context.getStart());
  }

  static Position at(Token token) {
    return new Position(token.getLine(), token.getCharPositionInLine() + 1);
  }

  static LitmusSyntaxException error(ParserRuleContext context, String message) {
    return new LitmusSyntaxException(at(context), message);
  }

  /** The number of the location of that name, which may be new. */
  int location(String name) {
    return locationOf.computeIfAbsent(
        name,
        n -> {
          locations.add(n);
          return locations.size() - 1;
        });
  }

  boolean isLocation(String name) {
    return locationOf.containsKey(name);
  }

  static long number(ParserRuleContext context, TerminalNode token) {
    String text = token.getText();
    try {
      if (text.startsWith("0x") || text.startsWith("0X")) {
        return Long.parseUnsignedLong(text.substring(2), 16);
      }
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw error(context, "the number " + text + " does not fit into 64 bits");
    }
  }

  static int threadNumber(ParserRuleContext context, TerminalNode token) {
    long number = number(context, token);
    if (number < 0 || number >= MAX_THREADS) {
      throw error(context, "no thread " + number + "; at most " + MAX_THREADS + " are possible");
    }
    return (int) number;
  }

  private LitmusTest test(LitmusContext tree) {
    for (InitItemContext item : tree.init().initItem()) {
      initialise(item);
    }
    List<ProcessContext> processes = tree.process();
    if (processes.size() > MAX_THREADS) {
      throw error(processes.get(MAX_THREADS), "more than " + MAX_THREADS + " threads");
    }
    List<ThreadCode> threads = new ArrayList<>();
    for (ProcessContext process : processes) {
      int t = threads.size();
      if (!process.IDENT().getText().equals("P" + t)) {
        throw error(process, "thread P" + t + " is expected here");
      }
      threads.add(new ThreadReader(this, initialRegisters.getOrDefault(t, Map.of())).read(process));
    }
    for (int t : initialRegisters.keySet()) {
      if (t >= threads.size()) {
        throw error(tree.init(), "there is no thread " + t);
      }
    }
    ConditionReader conditions = new ConditionReader(this, threads);
    conditions.read(tree);
    long[] values = new long[locations.size()];
    initial.forEach((location, value) -> values[location] = value);
    return new LitmusTest(
        source.name(),
        source.recorded(),
        locations,
        values,
        threads,
        conditions.quantifier(),
        conditions.proposition(),
        conditions.filter(),
        conditions.columns(),
        conditions.text(),
        source.body());
  }

  private void initialise(InitItemContext item) {
    long value = item.initValue() == null ? 0 : value(item.initValue());
    InitTargetContext target = item.initTarget();
    if (target.NUMBER() != null) {
      int thread = threadNumber(target, target.NUMBER());
      initialRegisters
          .computeIfAbsent(thread, t -> new HashMap<>())
          .put(target.IDENT().getText(), value);
    } else {
      initial.put(location(target.IDENT().getText()), value);
    }
  }

  private long value(InitValueContext value) {
    if (value.NUMBER() != null) {
      if (value.IDENT() != null && !value.IDENT().getText().endsWith("_INIT")) {
        throw error(value, "no initial value: " + value.getText());
      }
      long number = number(value, value.NUMBER());
      return value.getText().contains("-") ? -number : number;
    }
    return Value.address(location(value.IDENT().getText()));
  }
}
