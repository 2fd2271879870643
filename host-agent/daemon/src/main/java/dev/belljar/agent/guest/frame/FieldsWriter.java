package dev.belljar.agent.guest.frame;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// Writes tagged fields, in the order of the calls.
public final class FieldsWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    public FieldsWriter put(FieldTag tag, long value) {
        return put(tag, ByteBuffer.allocate(Long.BYTES).putLong(value).array());
    }

    public FieldsWriter put(FieldTag tag, String value) {
        return put(tag, value.getBytes(StandardCharsets.UTF_8));
    }

    FieldsWriter put(FieldTag tag, byte[] value) {
        out.write(tag.number());
        out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(value.length).array());
        out.writeBytes(value);
        return this;
    }

    /// The bytes so far.
    public byte[] payload() {
        return out.toByteArray();
    }
}
