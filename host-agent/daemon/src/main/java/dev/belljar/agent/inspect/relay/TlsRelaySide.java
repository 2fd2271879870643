package dev.belljar.agent.inspect.relay;

import dev.belljar.agent.inspect.http.ByteSpool;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// A side that speaks TLS. Slow work (signatures, certificates) is done by `tasks`; `changed` is called on the
/// connection's thread when it is done.
public final class TlsRelaySide implements RelaySide {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    /// The size of a wire buffer in bytes: a handshake's longest flight and one record; more would be of no use.
    private static final int WIRE = 40 * 1024;

    /// Runs `task` on another thread, and then `then` on the connection's thread.
    public interface Tasks {
        void run(Runnable task, Runnable then);

        /// Runs tasks on virtual threads, and what follows on `own`.
        static Tasks on(Executor own) {
            return (task, then) -> Thread.ofVirtual().name("tls").start(() -> {
                try {
                    task.run();
                } finally {
                    own.execute(then);
                }
            });
        }
    }

    private final SSLEngine engine;
    private final Tasks tasks;
    private final Runnable changed;
    private final ByteSpool wireIn = new ByteSpool(WIRE);
    private final ByteSpool wireOut = new ByteSpool(2 * WIRE);
    private final ByteSpool plainIn;
    private final ByteSpool plainOut;
    private boolean busy;
    private boolean ready;
    private boolean wireEnded;
    private boolean closed;
    private boolean finishing;
    private @Nullable SSLException failure;

    public TlsRelaySide(SSLEngine engine, Tasks tasks, Runnable changed, int limit) throws SSLException {
        this.engine = engine;
        this.tasks = tasks;
        this.changed = changed;
        this.plainIn = new ByteSpool(limit);
        this.plainOut = new ByteSpool(limit);
        engine.beginHandshake();
    }

    @Override
    public ByteSpool wireIn() {
        return wireIn;
    }

    @Override
    public ByteSpool wireOut() {
        return wireOut;
    }

    @Override
    public ByteSpool plainIn() {
        return plainIn;
    }

    @Override
    public ByteSpool plainOut() {
        return plainOut;
    }

    @Override
    public boolean ready() {
        return ready;
    }

    @Override
    public void wireEnded() {
        wireEnded = true;
    }

    @Override
    public void finish() {
        finishing = true;
    }

    @Override
    public boolean cut() {
        boolean gone = wireEnded && (wireIn.isEmpty() || failure != null);
        return (closed || gone) && !busy;
    }

    @Override
    public boolean finished() {
        return failure != null || (finishing && plainOut.isEmpty() && engine.isOutboundDone());
    }

    @Override
    public boolean move() throws SSLException {
        if (failure != null) {
            throw failure;
        }
        boolean moved = false;
        try {
            while (!busy && step()) {
                moved = true;
            }
        } catch (SSLException e) {
            failure = e;
            sayAlert();
            throw e;
        }
        return moved;
    }

    private boolean step() throws SSLException {
        HandshakeStatus status = engine.getHandshakeStatus();
        return switch (status) {
            case NEED_TASK -> work();
            case NEED_WRAP -> wrap(NOTHING);
            case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> unwrap() || close();
            case FINISHED, NOT_HANDSHAKING -> talk();
        };
    }

    private boolean talk() throws SSLException {
        boolean said = say();
        boolean heard = unwrap();
        return close() || said || heard;
    }

    private boolean work() {
        Runnable task = engine.getDelegatedTask();
        if (task == null) {
            return true;
        }
        busy = true;
        tasks.run(task, () -> {
            busy = false;
            changed.run();
        });
        return false;
    }

    private boolean say() throws SSLException {
        return ready && !plainOut.isEmpty() && wrap(plainOut.content());
    }

    private boolean close() {
        if (finishing && plainOut.isEmpty() && !engine.isOutboundDone()) {
            HandshakeStatus before = engine.getHandshakeStatus();
            engine.closeOutbound();
            return engine.getHandshakeStatus() != before;
        }
        return false;
    }

    private boolean wrap(ByteBuffer plain) throws SSLException {
        int packet = engine.getSession().getPacketBufferSize();
        if (engine.isOutboundDone() || (!wireOut.isEmpty() && wireOut.room() < packet)) {
            return false;
        }
        HandshakeStatus before = engine.getHandshakeStatus();
        SSLEngineResult result = engine.wrap(plain, wireOut.free(packet));
        wireOut.filled(result.bytesProduced());
        plainOut.drop(result.bytesConsumed());
        return seen(result, before);
    }

    private boolean unwrap() throws SSLException {
        boolean again = engine.getHandshakeStatus() == HandshakeStatus.NEED_UNWRAP_AGAIN;
        int most = engine.getSession().getApplicationBufferSize();
        if (closed || (wireIn.isEmpty() && !again) || plainIn.room() < most) {
            return false;
        }
        HandshakeStatus before = engine.getHandshakeStatus();
        SSLEngineResult result = engine.unwrap(wireIn.content(), plainIn.free(most));
        plainIn.filled(result.bytesProduced());
        wireIn.drop(result.bytesConsumed());
        if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
            closed = true;
            wireIn.clear();
            return true;
        }
        if (result.getStatus() == SSLEngineResult.Status.BUFFER_UNDERFLOW) {
            if (wireEnded) {
                wireIn.clear();
            }
            return false;
        }
        return seen(result, before);
    }

    private boolean seen(SSLEngineResult result, HandshakeStatus before) {
        ready |= result.getHandshakeStatus() == HandshakeStatus.FINISHED;
        return result.bytesConsumed() > 0 || result.bytesProduced() > 0 || engine.getHandshakeStatus() != before;
    }

    private void sayAlert() {
        try {
            while (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP && wrap(NOTHING)) {
                // An alert is one record; anything else that is due is sent with it.
            }
        } catch (SSLException e) {
            // Even the alert could not be made: the connection just ends.
        }
    }
}
