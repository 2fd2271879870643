package dev.belljar.agent.sockets;

import dev.belljar.agent.host.HostBudget;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/// A connected socket of the host.
final class HostConnection implements OutboundConnection {
    private final SocketChannel channel;
    private final SelectionKey key;
    private final HostBudget.Share sockets;
    private @Nullable Readiness readiness;

    HostConnection(SocketChannel channel, SelectionKey key, HostBudget.Share sockets) {
        this.channel = channel;
        this.sockets = sockets;
        this.key = key;
        key.attach((SelectorLoop.Ready) this::ready);
    }

    private void ready(SelectionKey ready) {
        int operations = ready.readyOps();
        Readiness listener = readiness;
        if (listener == null) {
            return;
        }
        if ((operations & SelectionKey.OP_READ) != 0) {
            listener.ready(true);
        }
        if ((operations & SelectionKey.OP_WRITE) != 0) {
            listener.ready(false);
        }
    }

    @Override
    public void listen(Readiness listener) {
        readiness = listener;
    }

    @Override
    public void take(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining() && channel.write(bytes) > 0) {
            // The socket accepts what fits its buffer; the rest is sent later.
        }
    }

    @Override
    public long give(ByteBuffer[] into) throws IOException {
        return into.length == 1 ? channel.read(into[0]) : channel.read(into);
    }

    @Override
    public void finish() throws IOException {
        channel.shutdownOutput();
    }

    @Override
    public void await(boolean giving, boolean taking) {
        int interest = (giving ? SelectionKey.OP_READ : 0) | (taking ? SelectionKey.OP_WRITE : 0);
        if (key.isValid() && key.interestOps() != interest) {
            key.interestOps(interest);
        }
    }

    @Override
    public void close() {
        SocketCloser.close(channel, sockets);
    }

    @Override
    public void abort() {
        try {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException e) {
            // The connection is gone already and only has to be closed.
        }
        close();
    }
}
