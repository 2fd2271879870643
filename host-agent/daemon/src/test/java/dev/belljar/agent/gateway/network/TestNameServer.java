package dev.belljar.agent.gateway.network;

import dev.belljar.agent.dns.Answers;
import dev.belljar.agent.packet.DnsMessage;
import dev.belljar.agent.packet.IpAddress;
import dev.belljar.agent.packet.MalformedPacket;
import dev.belljar.agent.sockets.NameServer;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Map;

/// A name server on this host's loopback that knows a few names.
final class TestNameServer implements AutoCloseable {
    private final DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    private final Map<String, String> names;

    TestNameServer(Map<String, String> names) throws IOException {
        this.names = names;
        Thread.ofVirtual().name("name-server").start(this::serve);
    }

    NameServer server() {
        return new NameServer(IpAddress.four(127, 0, 0, 1), socket.getLocalPort());
    }

    private void serve() {
        try {
            while (true) {
                DatagramPacket packet = new DatagramPacket(new byte[1500], 1500);
                socket.receive(packet);
                ByteBuffer question =
                        ByteBuffer.wrap(packet.getData(), 0, packet.getLength()).slice();
                String name = DnsMessage.parse(question).name();
                String address = names.get(name);
                Answers answers = new Answers(question);
                ByteBuffer message = address == null
                        ? answers.code(DnsMessage.NO_SUCH_NAME).message()
                        : answers.address(name, address, 60).message();
                byte[] bytes = new byte[message.remaining()];
                message.get(bytes);
                socket.send(new DatagramPacket(bytes, bytes.length, packet.getSocketAddress()));
            }
        } catch (IOException | MalformedPacket e) {
            socket.close();
        }
    }

    @Override
    public void close() {
        socket.close();
    }
}
