package dev.belljar.agent.api.socket;

import dev.belljar.contract.codec.ContractJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;

/// Sends messages to one client over its WebSocket, each completely before the next begins. So a client that
/// does not read blocks the sender instead of filling memory.
final class SocketSender {
    private final Session session;
    private final ReentrantLock sending = new ReentrantLock();

    SocketSender(Session session) {
        this.session = session;
    }

    /// Sends a record as JSON.
    ///
    /// @throws IOException when the client is gone
    void text(Object record) throws IOException, InterruptedException {
        String text = ContractJson.line(record);
        send(callback -> session.sendText(text, callback));
    }

    /// Sends bytes; the buffer may be used again once this returns.
    ///
    /// @throws IOException when the client is gone
    void binary(ByteBuffer bytes) throws IOException, InterruptedException {
        send(callback -> session.sendBinary(bytes, callback));
    }

    /// Closes the WebSocket with this code.
    void close(int code) {
        session.close(code, "", Callback.NOOP);
    }

    private void send(Sending message) throws IOException, InterruptedException {
        sending.lockInterruptibly();
        try {
            CompletableFuture<Boolean> sent = new CompletableFuture<>();
            message.with(Callback.from(() -> sent.complete(true), sent::completeExceptionally));
            sent.get();
        } catch (ExecutionException e) {
            throw new IOException("the client has disconnected", e.getCause());
        } finally {
            sending.unlock();
        }
    }

    /// Starts to send one message.
    private interface Sending {
        void with(Callback callback);
    }
}
