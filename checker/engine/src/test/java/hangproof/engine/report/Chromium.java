// SPDX-License-Identifier: MIT
package hangproof.engine.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A headless Chromium with one page, driven over its DevTools protocol. */
final class Chromium implements AutoCloseable {
  private static final int SECONDS = 60;
  private static final String LISTENING = "DevTools listening on ";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final WebSocket socket;
  private final BlockingQueue<JsonNode> messages = new LinkedBlockingQueue<>();
  private String session;
  private int last;

  private Chromium(Process process, URI address) {
    this.process = process;
    this.socket =
        HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(address, new Listener()).join();
  }

  /** Collects whole messages. */
  private final class Listener implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket s, CharSequence data, boolean whole) {
      text.append(data);
      if (whole) {
        try {
          messages.add(JSON.readTree(text.toString()));
        } catch (JsonProcessingException e) {
          throw new IllegalStateException("Chromium sends no JSON", e);
        }
        text.setLength(0);
      }
      s.request(1);
      return null;
    }
  }

  /** The program, null if there is none. */
  static Path program() {
    return Stream.of("chromium", "chromium-browser")
        .flatMap(n -> Stream.of(Path.of("/usr/bin", n), Path.of("/usr/local/bin", n)))
        .filter(Files::isExecutable)
        .findFirst()
        .orElse(null);
  }

  /**
   * Starts it.
   *
   * @param profile an empty directory for its files
   */
  static Chromium start(Path profile) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                program().toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--allow-file-access-from-files",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("TMPDIR", profile.toString());
    Process process = builder.start();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(LISTENING)) {
        Thread drain = new Thread(() -> lines.lines().forEach(l -> {}));
        drain.setDaemon(true);
        drain.start();
        Chromium c = new Chromium(process, URI.create(line.substring(LISTENING.length())));
        c.attach();
        return c;
      }
    }
    process.destroyForcibly();
    throw new IOException("Chromium did not start");
  }

  private void attach() {
    String target =
        send("Target.createTarget", Map.of("url", "about:blank")).get("targetId").asText();
    session =
        send("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
            .get("sessionId")
            .asText();
    send("Page.enable", Map.of());
    send("Log.enable", Map.of());
  }

  /** Sends a command and waits for its answer. */
  JsonNode send(String method, Map<String, Object> parameters) {
    last++;
    int id = last;
    ObjectNode message = JSON.createObjectNode();
    message.put("id", id);
    message.put("method", method);
    message.set("params", JSON.valueToTree(parameters));
    if (session != null) {
      message.put("sessionId", session);
    }
    socket.sendText(message.toString(), true).join();
    JsonNode answer = await(m -> m.path("id").asInt() == id, method);
    if (answer.has("error")) {
      throw new IllegalStateException(method + ": " + answer.get("error"));
    }
    return answer.get("result");
  }

  private JsonNode await(Predicate<JsonNode> wanted, String what) {
    try {
      while (true) {
        JsonNode message = messages.poll(SECONDS, TimeUnit.SECONDS);
        if (message == null) {
          throw new IllegalStateException("Chromium does not answer to " + what);
        }
        if (message.path("method").asText().equals("Log.entryAdded")) {
          throw new IllegalStateException("the page complains: " + message.get("params"));
        }
        if (wanted.test(message)) {
          return message;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Opens a page and waits until it is loaded. */
  void open(String address) {
    send("Page.navigate", Map.of("url", "about:blank"));
    messages.clear();
    send("Page.navigate", Map.of("url", address));
    awaitLoad();
  }

  void awaitLoad() {
    await(m -> m.path("method").asText().equals("Page.loadEventFired"), "a page");
  }

  /** The value of an expression of JavaScript; waits for it if it is a promise. */
  JsonNode evaluate(String expression) {
    JsonNode answer =
        send(
            "Runtime.evaluate",
            Map.of(
                "expression", expression,
                "awaitPromise", true,
                "returnByValue", true,
                "userGesture", true));
    if (answer.has("exceptionDetails")) {
      throw new IllegalStateException(answer.get("exceptionDetails").toString());
    }
    return answer.get("result").path("value");
  }

  /** Presses a key that types a letter. */
  void press(String letter) {
    for (String type : new String[] {"keyDown", "keyUp"}) {
      send("Input.dispatchKeyEvent", Map.of("type", type, "key", letter, "text", letter));
    }
  }

  void width(int width, int height) {
    send(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", true));
  }

  void dark(boolean dark) {
    Map<String, String> scheme =
        Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light");
    send("Emulation.setEmulatedMedia", Map.of("features", new Object[] {scheme}));
  }

  /** Writes what is seen as PNG. */
  void screenshot(Path file) throws IOException {
    String data = send("Page.captureScreenshot", Map.of("format", "png")).get("data").asText();
    Files.createDirectories(file.getParent());
    Files.write(file, Base64.getDecoder().decode(data));
  }

  /** Ends all of its processes: the profile can be deleted only when none of them writes to it. */
  @Override
  public void close() {
    List<ProcessHandle> all =
        Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    socket.abort();
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(p -> p.onExit().orTimeout(SECONDS, TimeUnit.SECONDS).join());
  }
}
