package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/// A real headless Chromium with one page, controlled over its debugging socket.
final class HeadlessBrowser implements AutoCloseable {
    private static final long SECONDS = 120;

    private final Process process;
    private final HttpClient http;
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private final WebSocket socket;
    private int asked;

    private HeadlessBrowser(Process process, HttpClient http, URI page) throws Exception {
        this.process = process;
        this.http = http;
        this.socket = http.newWebSocketBuilder()
                .buildAsync(page, new MessageListener())
                .get(SECONDS, TimeUnit.SECONDS);
    }

    /// Returns whether this host has Chromium, and the program that makes it trust a certificate.
    static boolean here() throws Exception {
        return new ProcessBuilder("sh", "-c", "command -v chromium && command -v certutil")
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    /// Starts a browser that keeps its data in this folder, trusts this root certificate, and opens the
    /// address.
    static HeadlessBrowser open(Path folder, String root, String address) throws Exception {
        Path home = Files.createDirectories(folder.resolve("home/.pki/nssdb"));
        program("certutil", "-d", "sql:" + home, "-N", "--empty-password");
        program("certutil", "-d", "sql:" + home, "-A", "-t", "C,,", "-n", "belljar", "-i", root);
        Path data = folder.resolve("browser");
        Process process = new ProcessBuilder(
                        "env",
                        "HOME=" + folder.resolve("home"),
                        "chromium",
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--user-data-dir=" + data,
                        "--remote-debugging-port=0",
                        address)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            Path port = data.resolve("DevToolsActivePort");
            RunningMachine.await(() -> lines(port) > 1);
            HttpClient http = HttpClient.newHttpClient();
            int debugging = Integer.parseInt(Files.readAllLines(port).getFirst());
            RunningMachine.await(() -> page(http, debugging).isPresent());
            return new HeadlessBrowser(process, http, page(http, debugging).orElseThrow());
        } catch (Exception | AssertionError e) {
            end(process);
            throw e;
        }
    }

    private static void program(String... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s", out).isZero();
    }

    private static int lines(Path file) {
        try {
            return Files.readAllLines(file).size();
        } catch (IOException e) {
            return 0;
        }
    }

    /// Returns the browser's only page, if it has been created.
    private static Optional<URI> page(HttpClient http, int port) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/list"))
                .build();
        try {
            String list =
                    http.send(request, HttpResponse.BodyHandlers.ofString()).body();
            return ContractJson.readList(list, Map.class).stream()
                    .filter(one -> "page".equals(one.get("type")))
                    .map(page -> URI.create(String.valueOf(page.get("webSocketDebuggerUrl"))))
                    .findFirst();
        } catch (IOException | JsonFault e) {
            return Optional.empty();
        }
    }

    /// Returns whether this expression has the wanted text as its value in the page.
    boolean is(String expression, String wanted) throws InterruptedException {
        Map<?, ?> answer =
                ask("Runtime.evaluate", Map.of("expression", "String(" + expression + ")", "returnByValue", true));
        return answer.get("result") instanceof Map<?, ?> result && wanted.equals(result.get("value"));
    }

    /// Waits until this expression has the wanted text as its value; a failure says what the page shows then.
    void awaits(String expression, String wanted) throws InterruptedException {
        try {
            RunningMachine.await(() -> is(expression, wanted));
        } catch (ConditionTimeoutException e) {
            Map<?, ?> shown = ask(
                    "Runtime.evaluate",
                    Map.of(
                            "expression",
                            "document.readyState + ' ' + location.href + ' #' + document.activeElement.id + ' '"
                                    + " + document.body.innerText",
                            "returnByValue",
                            true));
            throw new AssertionError("expected " + expression + " to be " + wanted + "; the page: " + shown, e);
        }
    }

    /// Types a line into the focused element.
    void typed(String line) throws InterruptedException {
        Map<?, ?> _ = ask("Input.insertText", Map.of("text", line));
        for (String type : new String[] {"keyDown", "keyUp"}) {
            Map<?, ?> _ = ask(
                    "Input.dispatchKeyEvent",
                    Map.of("type", type, "key", "Enter", "code", "Enter", "text", "\r", "windowsVirtualKeyCode", 13));
        }
    }

    private Map<?, ?> ask(String method, Map<String, ?> params) throws InterruptedException {
        asked++;
        try {
            WebSocket _ = socket.sendText(
                            ContractJson.line(Map.of("id", asked, "method", method, "params", params)), true)
                    .get(SECONDS, TimeUnit.SECONDS);
            return answer(asked);
        } catch (ExecutionException | TimeoutException | JsonFault e) {
            throw new AssertionError("the browser did not do " + method, e);
        }
    }

    private Map<?, ?> answer(int number) throws InterruptedException, TimeoutException, JsonFault {
        while (true) {
            String words = heard.poll(SECONDS, TimeUnit.SECONDS);
            if (words == null) {
                throw new TimeoutException("nothing was heard of it for " + SECONDS + " s");
            }
            Map<String, Object> message = ContractJson.readMap(words);
            if (Integer.valueOf(number).equals(message.get("id"))) {
                // A page that is being left answers with an error, which counts as no.
                return message.get("result") instanceof Map<?, ?> result ? result : Map.of();
            }
        }
    }

    @Override
    public void close() {
        socket.abort();
        http.close();
        end(process);
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
    }

    /// Receives the browser's messages.
    private final class MessageListener implements WebSocket.Listener {
        private final StringBuilder words = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            words.append(data);
            if (last) {
                heard.add(words.toString());
                words.setLength(0);
            }
            from.request(1);
            return null;
        }
    }
}
