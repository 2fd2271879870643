package dev.belljar.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A name server on this host's loopback that knows a few names, answers all others with NXDOMAIN, and records
/// the queries.
public final class FewNames implements AutoCloseable {
    private static final int HEADER = 12;

    private final DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    private final Map<String, InetAddress> names;
    private final Map<String, InetAddress> firsts = new ConcurrentHashMap<>();
    private final Set<String> asked = ConcurrentHashMap.newKeySet();

    /// Starts the server.
    public FewNames(Map<String, InetAddress> names) throws IOException {
        this.names = new ConcurrentHashMap<>(names);
        Thread.ofVirtual().name("few-names").start(this::serve);
    }

    /// The address of the name server as the host agent's setting expects it.
    public String address() {
        return "127.0.0.1:" + socket.getLocalPort();
    }

    /// Returns how many different names with this suffix were queried.
    public long asked(String suffix) {
        return asked.stream().filter(name -> name.endsWith(suffix)).count();
    }

    /// Answers the next query for a name with this address and a TTL of one second, and later queries as
    /// usual.
    public void answerNext(String name, InetAddress address) {
        firsts.put(name, address);
    }

    private void serve() {
        try {
            while (true) {
                DatagramPacket packet = new DatagramPacket(new byte[1_500], 1_500);
                socket.receive(packet);
                byte[] answer = answer(Arrays.copyOf(packet.getData(), packet.getLength()));
                socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
            }
        } catch (IOException e) {
            socket.close();
        }
    }

    private byte[] answer(byte[] question) {
        StringBuilder name = new StringBuilder();
        int at = HEADER;
        for (; question[at] != 0; at += 1 + question[at]) {
            name.append(name.isEmpty() ? "" : ".")
                    .append(new String(question, at + 1, question[at], StandardCharsets.ISO_8859_1));
        }
        String lower = name.toString().toLowerCase(java.util.Locale.ROOT);
        asked.add(lower);
        InetAddress first = firsts.remove(lower);
        InetAddress address = first == null ? names.get(lower) : first;
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        // The query without additional records.
        answer.write(question, 0, at + 5);
        if (address != null) {
            answer.writeBytes(ByteBuffer.allocate(12)
                    .putShort((short) 0xc00c)
                    .putShort((short) 1)
                    .putShort((short) 1)
                    .putInt(first == null ? 60 : 1)
                    .putShort((short) 4)
                    .array());
            answer.writeBytes(address.getAddress());
        }
        byte[] whole = answer.toByteArray();
        whole[2] = (byte) 0x81;
        whole[3] = (byte) (address == null ? 0x83 : 0x80);
        ByteBuffer.wrap(whole)
                .putShort(4, (short) 1)
                .putShort(6, (short) (address == null ? 0 : 1))
                .putInt(8, 0);
        return whole;
    }

    @Override
    public void close() {
        socket.close();
    }
}
