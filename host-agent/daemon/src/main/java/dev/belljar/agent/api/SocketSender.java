package dev.belljar.agent.api;

import dev.belljar.contract.codec.ContractJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;

/// What is said to one client over its WebSocket: one message at a time, each sent before the next begins, so that a
/// client that does not read holds whoever speaks.
final class SocketSender {
    private final Session session;
    private final ReentrantLock sending = new ReentrantLock();

    SocketSender(Session session) {
        this.session = session;
    }

    /// Says a record as JSON.
    ///
    /// @throws IOException when the client is gone
    void text(Object record) throws IOException, InterruptedException {
        String text = ContractJson.line(record);
        send(callback -> session.sendText(text, callback));
    }

    /// Says bytes; they may be used again once this returns.
    ///
    /// @throws IOException when the client is gone
    void binary(ByteBuffer bytes) throws IOException, InterruptedException {
        send(callback -> session.sendBinary(bytes, callback));
    }

    /// Says that no more comes.
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
            throw new IOException("the client is gone", e.getCause());
        } finally {
            sending.unlock();
        }
    }

    /// One message on its way out.
    private interface Sending {
        void with(Callback callback);
    }
}
