package dev.belljar.agent.listen;

import dev.belljar.agent.portforward.PeerOwner;
import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/// The listener on loopback TCP. Connections of other users of this host are closed before a byte of them is read.
final class LoopbackConnector extends ServerConnector {
    private final ServerSocketChannel listening;

    LoopbackConnector(Server server, ServerSocketChannel listening, HttpConnectionFactory http) throws IOException {
        super(server, 1, 1, http);
        this.listening = listening;
        open(listening);
    }

    @Override
    public void accept(int acceptor) throws IOException {
        if (!listening.isOpen()) {
            return;
        }
        SocketChannel channel = listening.accept();
        if (!PeerOwner.own(channel)) {
            channel.close();
            return;
        }
        channel.configureBlocking(false);
        configure(channel.socket());
        getSelectorManager().accept(channel);
    }
}
