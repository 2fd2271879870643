package dev.belljar.agent.session;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// The second socket of a client of Zellij: what is said beside the screen.
final class SessionControl implements AutoCloseable {
    private final WebSocketPipe pipe;
    private final String client;

    SessionControl(WebSocketPipe pipe, String client) {
        this.pipe = pipe;
        this.client = client;
    }

    /// Tells the size of this client's terminal.
    void resize(int rows, int cols) throws IOException {
        pipe.text(ContractJson.line(Map.of(
                "web_client_id", client, "payload", Map.of("type", "TerminalResize", "rows", rows, "cols", cols))));
    }

    /// Reads until it ends; `renamed` gets the session's new name whenever it has one.
    void listen(Consumer<String> renamed) {
        try {
            for (Optional<byte[]> message = pipe.read(); message.isPresent(); message = pipe.read()) {
                heard(new String(message.get(), StandardCharsets.UTF_8), renamed);
            }
        } catch (SessionException | IOException e) {
            // The terminal's own socket tells how it ends.
        }
    }

    private static void heard(String message, Consumer<String> renamed) {
        try {
            Map<String, Object> said = ContractJson.readMap(message);
            if ("SwitchedSession".equals(said.get("type")) && said.get("new_session_name") instanceof String name) {
                renamed.accept(name);
            }
        } catch (JsonFault e) {
            // Nothing that is not understood is needed.
        }
    }

    @Override
    public void close() {
        pipe.close();
    }
}
