package dev.belljar.agent.packet;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// An Extended DNS Error (RFC 8914): why a question was not answered as it was asked. `text` is ASCII.
public record DnsExtendedError(int code, String text) {
    /// The operator of the name server blocks the name.
    public static final int BLOCKED = 15;
    /// Whom the name server works for asked for the name to be blocked.
    public static final int FILTERED = 17;

    private static final int OPTION = 15;
    private static final int HEAD = 6;

    /// As an option of EDNS.
    byte[] option() {
        byte[] words = text.getBytes(StandardCharsets.US_ASCII);
        ByteBuffer bytes = ByteBuffer.allocate(HEAD + words.length);
        bytes.putShort((short) OPTION).putShort((short) (2 + words.length)).putShort((short) code);
        return bytes.put(words).array();
    }
}
