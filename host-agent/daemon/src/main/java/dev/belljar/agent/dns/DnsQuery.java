package dev.belljar.agent.dns;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// A query for the IPv4 addresses of a name, as it is sent to a name server.
record DnsQuery(int id, String name) {
    private static final int RECURSION = 0x0100;
    private static final int LONGEST = 12 + 255 + 4;

    /// The query as a UDP message.
    ByteBuffer message() {
        ByteBuffer bytes = ByteBuffer.allocate(LONGEST);
        bytes.putShort((short) id).putShort((short) RECURSION).putShort((short) 1);
        bytes.putShort((short) 0).putInt(0);
        for (String label : name.split("\\.", -1)) {
            byte[] text = label.getBytes(StandardCharsets.US_ASCII);
            bytes.put((byte) text.length).put(text);
        }
        return bytes.put((byte) 0).putShort((short) 1).putShort((short) 1).flip();
    }

    /// The query as it is sent over TCP, with its length in front.
    ByteBuffer framed() {
        ByteBuffer message = message();
        return ByteBuffer.allocate(2 + message.remaining())
                .putShort((short) message.remaining())
                .put(message)
                .flip();
    }
}
