package dev.belljar.agent.sockets;

import dev.belljar.agent.host.HostBudget;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.util.function.Consumer;

/// A connected datagram socket of the host: the kernel drops datagrams from other addresses.
final class HostDatagrams implements DatagramSocketLink {
    private static final int LARGEST = 65_535;
    private static final int MOST_AT_ONCE = 32;

    private final DatagramChannel channel;
    private final HostBudget.Share sockets;
    private final Consumer<ExternalNetwork.Arrival> received;

    private HostDatagrams(
            DatagramChannel channel, HostBudget.Share sockets, Consumer<ExternalNetwork.Arrival> received) {
        this.channel = channel;
        this.sockets = sockets;
        this.received = received;
    }

    static HostDatagrams open(
            SelectorLoop loop,
            HostBudget.Share sockets,
            InetSocketAddress to,
            Consumer<ExternalNetwork.Arrival> received)
            throws IOException {
        if (!sockets.take(1)) {
            throw new IOException("too many sockets are open for this sandbox or on this computer");
        }
        DatagramChannel channel = open(sockets);
        try {
            channel.configureBlocking(false);
            channel.connect(to);
            HostDatagrams datagrams = new HostDatagrams(channel, sockets, received);
            loop.watch(channel, SelectionKey.OP_READ, key -> datagrams.read());
            return datagrams;
        } catch (IOException e) {
            SocketCloser.close(channel, sockets);
            throw e;
        }
    }

    private static DatagramChannel open(HostBudget.Share sockets) throws IOException {
        try {
            return DatagramChannel.open();
        } catch (IOException e) {
            sockets.give(1);
            throw e;
        }
    }

    private void read() {
        // One buffer for each round and not for each socket, so that a thousand idle sockets need no memory.
        ByteBuffer bytes = ByteBuffer.allocate(LARGEST);
        try {
            for (int i = 0; i < MOST_AT_ONCE && channel.isOpen(); i++) {
                bytes.clear();
                if (channel.read(bytes) <= 0 && bytes.position() == 0) {
                    return;
                }
                received.accept(new ExternalNetwork.Arrival.Datagram(bytes.flip()));
            }
        } catch (PortUnreachableException e) {
            received.accept(new ExternalNetwork.Arrival.Closed());
        } catch (IOException e) {
            close();
        }
    }

    @Override
    public void send(ByteBuffer datagram) {
        try {
            channel.write(datagram);
        } catch (PortUnreachableException e) {
            received.accept(new ExternalNetwork.Arrival.Closed());
        } catch (IOException e) {
            // Datagrams may be lost; a sender that needs an answer repeats them.
        }
    }

    @Override
    public void close() {
        SocketCloser.close(channel, sockets);
    }
}
