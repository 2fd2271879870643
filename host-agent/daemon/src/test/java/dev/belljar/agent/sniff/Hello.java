package dev.belljar.agent.sniff;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// Builds TLS ClientHellos as a client sends them, without the code under test.
public final class Hello {
    private Hello() {}

    /// A hello with this server name in one record; none if it is empty.
    public static byte[] tls(String name) {
        return records(handshake(name.isEmpty() ? new byte[0] : extension(0, serverName(name))), 1 << 14);
    }

    /// A hello with this server name and an encrypted inner hello (Encrypted ClientHello), as clients also
    /// send it as a decoy (GREASE).
    public static byte[] encrypted(String name) {
        byte[] inner = ByteBuffer.allocate(8 + 32 + 2 + 144)
                .put((byte) 0)
                .putInt(0x0001_0001)
                .put((byte) 7)
                .putShort((short) 32)
                .put(new byte[32])
                .putShort((short) 144)
                .array();
        byte[] hidden = extension(0xfe0d, inner);
        byte[] named = name.isEmpty() ? new byte[0] : extension(0, serverName(name));
        byte[] both = ByteBuffer.allocate(hidden.length + named.length)
                .put(hidden)
                .put(named)
                .array();
        return records(handshake(both), 1 << 14);
    }

    static byte[] serverName(String name) {
        byte[] text = name.getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer list = ByteBuffer.allocate(text.length + 5);
        return list.putShort((short) (text.length + 3))
                .put((byte) 0)
                .putShort((short) text.length)
                .put(text)
                .array();
    }

    static byte[] extension(int type, byte[] body) {
        return ByteBuffer.allocate(4 + body.length)
                .putShort((short) type)
                .putShort((short) body.length)
                .put(body)
                .array();
    }

    static byte[] handshake(byte[] extensions) {
        int length = 2 + 32 + 1 + 32 + 2 + 4 + 1 + 1 + 2 + 7 + extensions.length;
        ByteBuffer hello = ByteBuffer.allocate(4 + length);
        hello.putInt(1 << 24 | length).putShort((short) 0x0303).put(new byte[32]);
        hello.put((byte) 32).put(new byte[32]);
        hello.putShort((short) 4).putInt(0x1301_1302).put((byte) 1).put((byte) 0);
        hello.putShort((short) (7 + extensions.length));
        hello.put(extension(43, new byte[] {2, 3, 4}));
        return hello.put(extensions).array();
    }

    /// A handshake message cut into records of at most this many bytes.
    static byte[] records(byte[] handshake, int most) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int at = 0; at < handshake.length; at += most) {
            int length = Math.min(most, handshake.length - at);
            out.writeBytes(new byte[] {22, 3, 1, (byte) (length >>> 8), (byte) length});
            out.write(handshake, at, length);
        }
        return out.toByteArray();
    }
}
