package dev.belljar.agent.carry;

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

/// A connection of the host in the making.
final class HostDial implements Dial {
    private final Loop loop;
    private final Dialed dialed;
    private @Nullable SocketChannel channel;
    private boolean over;

    HostDial(Loop loop, Dialed dialed) {
        this.loop = loop;
        this.dialed = dialed;
    }

    void begin(InetSocketAddress to) {
        try {
            SocketChannel opened = SocketChannel.open();
            channel = opened;
            opened.configureBlocking(false);
            opened.setOption(StandardSocketOptions.TCP_NODELAY, true);
            opened.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
            boolean connected = opened.connect(to);
            SelectionKey key = loop.watch(opened, connected ? 0 : SelectionKey.OP_CONNECT, this::finish);
            if (connected) {
                // Never from within `dial`: its caller has not even got this yet.
                loop.execute(() -> connected(opened, key));
            }
        } catch (IOException e) {
            loop.execute(() -> fail(e));
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
            fail(e);
        }
    }

    private void connected(SocketChannel opened, SelectionKey key) {
        if (!over) {
            over = true;
            dialed.connected(new HostStream(opened, key));
        }
    }

    private void fail(IOException e) {
        if (!over) {
            close();
            dialed.failed(failure(e));
        }
    }

    private static Dialed.Failure failure(IOException e) {
        String words = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        if (words.contains("timed out")) {
            return Dialed.Failure.TIMED_OUT;
        }
        if (e instanceof NoRouteToHostException || words.contains("unreachable")) {
            return Dialed.Failure.UNREACHABLE;
        }
        if (e instanceof BindException || words.contains("too many open files") || words.contains("memory")) {
            return Dialed.Failure.NO_ROOM;
        }
        return e instanceof ConnectException ? Dialed.Failure.REFUSED : Dialed.Failure.UNREACHABLE;
    }

    @Override
    public void close() {
        if (!over && channel != null) {
            Sockets.close(channel);
        }
        over = true;
    }
}
