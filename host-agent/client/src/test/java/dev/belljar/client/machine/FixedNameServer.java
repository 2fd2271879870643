package dev.belljar.client.machine;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;

/// A name server that answers every query for an IPv4 address with the same one, and every other query with
/// none.
final class FixedNameServer {
    private static final int ANSWER = 16;
    private static final int TYPE_A = 1;

    private FixedNameServer() {}

    /// Starts the server, which runs until the test's process ends, and returns its address and port.
    static String answering(InetAddress address) throws IOException {
        DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().name("names").start(() -> answer(socket, address));
        return "127.0.0.1:" + socket.getLocalPort();
    }

    private static void answer(DatagramSocket socket, InetAddress address) {
        try (socket) {
            while (true) {
                DatagramPacket packet = new DatagramPacket(new byte[1_500], 1_500);
                socket.receive(packet);
                ByteBuffer question = ByteBuffer.wrap(packet.getData(), 0, packet.getLength());
                int end = 12;
                while (question.get(end) != 0) {
                    end += question.get(end) + 1;
                }
                boolean four = question.getShort(end + 1) == TYPE_A;
                end += 5;
                ByteBuffer answer = ByteBuffer.allocate(end + ANSWER);
                answer.putShort(question.getShort(0)).putShort((short) 0x8180).putShort((short) 1);
                answer.putShort((short) (four ? 1 : 0)).putInt(0).put(packet.getData(), 12, end - 12);
                if (four) {
                    answer.putShort((short) 0xc00c)
                            .putShort((short) TYPE_A)
                            .putShort((short) 1)
                            .putInt(60);
                    answer.putShort((short) 4).put(address.getAddress());
                }
                socket.send(new DatagramPacket(answer.array(), answer.position(), packet.getSocketAddress()));
            }
        } catch (IOException e) {
            // The test is over.
        }
    }
}
