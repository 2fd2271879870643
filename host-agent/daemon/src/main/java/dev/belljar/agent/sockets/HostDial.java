package dev.belljar.agent.sockets;

import dev.belljar.agent.host.HostBudget;
import dev.belljar.agent.sockets.DialListener.Failure;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A connection of the host that is being opened.
final class HostDial implements DialAttempt {
    private final SelectorLoop loop;
    private final DialListener dialed;
    private final HostBudget.Share sockets;
    private @Nullable SocketChannel channel;
    private boolean over;

    HostDial(SelectorLoop loop, DialListener dialed, HostBudget.Share sockets) {
        this.loop = loop;
        this.dialed = dialed;
        this.sockets = sockets;
    }

    void begin(InetSocketAddress to) {
        if (!sockets.take(1)) {
            loop.execute(() -> fail(Failure.NO_ROOM));
            return;
        }
        try {
            SocketChannel opened = open();
            opened.configureBlocking(false);
            opened.setOption(StandardSocketOptions.TCP_NODELAY, true);
            opened.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
            boolean connected = opened.connect(to);
            SelectionKey key = loop.watch(opened, connected ? 0 : SelectionKey.OP_CONNECT, this::finish);
            if (connected) {
                // The listener is never called from within `dial`, whose caller does not have this object yet.
                loop.execute(() -> connected(opened, key));
            }
        } catch (IOException e) {
            loop.execute(() -> fail(failure(e)));
        }
    }

    private SocketChannel open() throws IOException {
        try {
            SocketChannel opened = SocketChannel.open();
            channel = opened;
            return opened;
        } catch (IOException e) {
            sockets.give(1);
            throw e;
        }
    }

    private void finish(SelectionKey key) {
        SocketChannel opened = (SocketChannel) key.channel();
        try {
            if (opened.finishConnect()) {
                key.interestOps(0);
                connected(opened, key);
            }
        } catch (IOException e) {
            fail(failure(e));
        }
    }

    private void connected(SocketChannel opened, SelectionKey key) {
        if (!over) {
            over = true;
            dialed.connected(new HostConnection(opened, key, sockets));
        }
    }

    private void fail(Failure failure) {
        if (!over) {
            close();
            dialed.failed(failure);
        }
    }

    private static Failure failure(IOException e) {
        String words = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        if (words.contains("timed out")) {
            return Failure.TIMED_OUT;
        }
        if (e instanceof NoRouteToHostException || words.contains("unreachable")) {
            return Failure.UNREACHABLE;
        }
        if (e instanceof BindException || words.contains("too many open files") || words.contains("memory")) {
            return Failure.NO_ROOM;
        }
        return e instanceof ConnectException ? Failure.REFUSED : Failure.UNREACHABLE;
    }

    @Override
    public void close() {
        if (!over && channel != null) {
            SocketCloser.close(channel, sockets);
        }
        over = true;
    }
}
