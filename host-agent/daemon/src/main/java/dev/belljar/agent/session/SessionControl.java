package dev.belljar.agent.session;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// The second socket of a Zellij client: control messages.
final class SessionControl implements AutoCloseable {
    private final WebSocketPipe pipe;
    private final String client;

    SessionControl(WebSocketPipe pipe, String client) {
        this.pipe = pipe;
        this.client = client;
    }

    /// Sends the size of this client's terminal.
    void resize(int rows, int cols) throws IOException {
        pipe.text(ContractJson.line(Map.of(
                "web_client_id", client, "payload", Map.of("type", "TerminalResize", "rows", rows, "cols", cols))));
    }

    /// Reads messages until the socket ends; `renamed` gets each new name of the session.
    void listen(Consumer<String> renamed) {
        try {
            for (Optional<byte[]> message = pipe.read(); message.isPresent(); message = pipe.read()) {
                heard(new String(message.get(), StandardCharsets.UTF_8), renamed);
            }
        } catch (SessionException | IOException e) {
            // The terminal's socket reports how the client ends.
        }
    }

    private static void heard(String message, Consumer<String> renamed) {
        try {
            Map<String, Object> said = ContractJson.readMap(message);
            if ("SwitchedSession".equals(said.get("type")) && said.get("new_session_name") instanceof String name) {
                renamed.accept(name);
            }
        } catch (JsonFault e) {
            // Messages that are not understood are not needed.
        }
    }

    @Override
    public void close() {
        pipe.close();
    }
}
