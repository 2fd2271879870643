package dev.belljar.agent.inspect.relay;

import dev.belljar.agent.inspect.http.ByteSpool;
import dev.belljar.agent.sockets.OutboundConnection;
import java.io.IOException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// An inspected connection: to the guest's connection it is the far side; behind it is the real connection to
/// the server.
///
/// Whenever anything happens, all bytes are moved as far as they can go. Every buffer on the way is bounded, so
/// a side that does not read stops the other side. It runs on the thread of its stream. Not safe for several
/// threads.
public final class InspectedStream implements OutboundConnection {
    /// The buffer for plain bytes in each direction: room for a head, a collected body, and a TLS record.
    public static final int PLAIN = 128 * 1024;

    private static final int READ = 16 * 1024;

    /// Makes the two sides and the relay between them.
    public interface Parts {
        RelaySide machine(Runnable changed) throws SSLException;

        RelaySide server(Runnable changed) throws SSLException;

        /// The relay; `changed` may be called on the thread of the stream only.
        HttpRelay relay(RelaySide machine, RelaySide server, Runnable changed);

        /// Explains a failed handshake with the guest, in words.
        String refusal(IOException fault, boolean ready);

        /// Explains a failed connection to the server, in words.
        String failure(IOException fault);

        /// Called when the connection is over.
        void ended();
    }

    private final OutboundConnection stream;
    private final Parts parts;
    private final RelaySide machine;
    private final RelaySide server;
    private final HttpRelay relay;
    private @Nullable Readiness readiness;
    private boolean serverReadable = true;
    private boolean serverClosed;
    private boolean serverFinished;
    private boolean machineGone;
    private boolean released;

    public InspectedStream(OutboundConnection stream, Parts parts) throws SSLException {
        this.stream = stream;
        this.parts = parts;
        this.machine = parts.machine(this::changed);
        this.server = parts.server(this::changed);
        this.relay = parts.relay(machine, server, this::changed);
        stream.listen(this::streamReady);
    }

    @Override
    public void listen(Readiness listener) {
        readiness = listener;
    }

    private void streamReady(boolean gives) {
        serverReadable |= gives;
        changed();
    }

    private void changed() {
        if (released) {
            return;
        }
        move();
        tell();
    }

    private void tell() {
        if (readiness != null) {
            readiness.ready(gives());
        }
    }

    private boolean gives() {
        return !machine.wireOut().isEmpty() || over();
    }

    private boolean over() {
        return machine.wireOut().isEmpty() && (machineGone || relay.broken() || machine.finished());
    }

    private void move() {
        boolean moved = true;
        while (moved) {
            // All of them each time, whatever the others returned.
            boolean[] each = {read(), moveMachine(), moveServer(), relay.move(), write()};
            moved = each[0] || each[1] || each[2] || each[3] || each[4];
            if (relay.over()) {
                machine.plainIn().clear();
                server.plainIn().clear();
            }
        }
        if (relay.severed()) {
            leave();
        }
        if (relay.over() && serverFinished && !serverClosed) {
            serverClosed = true;
            stream.close();
        }
        if (!serverClosed) {
            boolean room = server.wireIn().room() > 0 && !relay.over();
            stream.await(room && !serverReadable, !server.wireOut().isEmpty());
        }
    }

    private boolean read() {
        int count = Math.min(READ, server.wireIn().room());
        if (!serverReadable || serverClosed || count == 0 || relay.over()) {
            return false;
        }
        try {
            long got = stream.give(new ByteBuffer[] {server.wireIn().free(count)});
            server.wireIn().filled((int) Math.max(0, got));
            serverReadable = got > 0;
            if (got < 0) {
                server.wireEnded();
            }
            return got != 0;
        } catch (IOException e) {
            failed(e);
            return true;
        }
    }

    private boolean write() {
        if (serverClosed) {
            return false;
        }
        try {
            ByteSpool out = server.wireOut();
            ByteBuffer bytes = out.content();
            if (bytes.hasRemaining()) {
                stream.take(bytes);
                out.drop(bytes.position());
            }
            if (out.isEmpty() && server.finished() && !serverFinished) {
                serverFinished = true;
                stream.finish();
                return true;
            }
            return bytes.position() > 0;
        } catch (IOException e) {
            failed(e);
            return true;
        }
    }

    private void failed(IOException e) {
        leave();
        relay.serverFailed(parts.failure(e));
    }

    private void leave() {
        if (!serverClosed) {
            serverClosed = true;
            server.wireEnded();
            stream.abort();
        }
    }

    private boolean moveMachine() {
        if (machineGone) {
            machine.wireIn().clear();
            return false;
        }
        boolean ready = machine.ready();
        try {
            boolean moved = machine.move();
            if (!machine.ready() && machine.ended() && !relay.over()) {
                throw new SSLException("the program closed the connection before the TLS handshake was complete");
            }
            return moved;
        } catch (IOException e) {
            machineGone = true;
            relay.machineFailed(parts.refusal(e, ready));
            return true;
        }
    }

    private boolean moveServer() {
        if (serverClosed) {
            return false;
        }
        try {
            boolean moved = server.move();
            if (!server.ready() && server.ended() && !relay.over()) {
                throw new SSLException("the server closed the connection before the TLS handshake was complete");
            }
            return moved;
        } catch (IOException e) {
            // One try to send the server the alert with the reason.
            boolean _ = write();
            failed(e);
            return true;
        }
    }

    @Override
    public void take(ByteBuffer bytes) throws IOException {
        boolean moved = true;
        while (bytes.hasRemaining() && moved) {
            int before = bytes.remaining();
            if (machineGone || relay.over()) {
                bytes.position(bytes.limit());
            }
            machine.wireIn().take(bytes);
            move();
            moved = bytes.remaining() < before;
        }
        if (gives()) {
            tell();
        }
    }

    @Override
    public long give(ByteBuffer[] into) throws IOException {
        long total = 0;
        long count;
        do {
            move();
            count = machine.wireOut().give(into);
            total += count;
        } while (count > 0);
        if (total == 0 && over() && relay.broken()) {
            // A normal end would look as if the response were complete.
            throw new IOException("the response was cut off");
        }
        return total == 0 && over() ? -1 : total;
    }

    @Override
    public void finish() throws IOException {
        machine.wireEnded();
        move();
        tell();
    }

    @Override
    public void await(boolean giving, boolean taking) {
        if (readiness != null
                && ((giving && gives()) || (taking && machine.wireIn().room() > 0))) {
            readiness.ready(gives());
        }
    }

    @Override
    public void close() {
        release();
        if (!serverClosed) {
            serverClosed = true;
            stream.close();
        }
    }

    @Override
    public void abort() {
        release();
        leave();
    }

    private void release() {
        if (!released) {
            released = true;
            relay.end();
            parts.ended();
        }
    }
}
