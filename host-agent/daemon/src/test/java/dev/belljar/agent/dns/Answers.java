package dev.belljar.agent.dns;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// A name server's answer, built without the code under test.
public final class Answers {
    private final ByteBuffer bytes = ByteBuffer.allocate(2_000);
    private int count;

    Answers(DnsQuery query) {
        this(query.message());
    }

    /// The beginning of an answer to this question.
    public Answers(ByteBuffer question) {
        bytes.put(question.slice()).putShort(2, (short) 0x8180);
    }

    /// Sets the response code.
    public Answers code(int code) {
        bytes.putShort(2, (short) (0x8180 | code));
        return this;
    }

    /// Marks the answer as truncated.
    public Answers truncated() {
        bytes.putShort(2, (short) 0x8380);
        return this;
    }

    Answers alias(String owner, String target, int seconds) {
        head(owner, 5, seconds);
        int at = bytes.position();
        bytes.putShort((short) 0);
        name(target);
        bytes.putShort(at, (short) (bytes.position() - at - 2));
        return this;
    }

    /// Adds an address record.
    public Answers address(String owner, String address, int seconds) {
        head(owner, 1, seconds);
        String[] parts = address.split("\\.", -1);
        bytes.putShort((short) 4);
        for (String part : parts) {
            bytes.put((byte) Integer.parseInt(part));
        }
        return this;
    }

    Answers raw(int value) {
        bytes.putShort((short) value)
                .putShort((short) 1)
                .putShort((short) 1)
                .putInt(0)
                .putShort((short) 0);
        count++;
        return this;
    }

    private void head(String owner, int type, int seconds) {
        name(owner);
        bytes.putShort((short) type).putShort((short) 1).putInt(seconds);
        count++;
    }

    private void name(String name) {
        for (String label : name.split("\\.", -1)) {
            bytes.put((byte) label.length()).put(label.getBytes(StandardCharsets.US_ASCII));
        }
        bytes.put((byte) 0);
    }

    /// The message.
    public ByteBuffer message() {
        return bytes.duplicate().putShort(6, (short) count).flip();
    }
}
