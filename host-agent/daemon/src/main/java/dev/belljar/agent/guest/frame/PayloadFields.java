package dev.belljar.agent.guest.frame;

import dev.belljar.agent.guest.GuestException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// The tagged fields of one payload, checked as a whole before any value is used.
public final class PayloadFields {

    private static final int FIELDS_MOST = 64;
    private static final int REPEATS_MOST = 4_096;
    private static final int HEADER = 5;

    private final Map<FieldTag, List<byte[]>> values = new EnumMap<>(FieldTag.class);
    private int single;

    private PayloadFields() {}

    /// Reads a whole payload.
    ///
    /// @throws GuestException when it does not consist of exactly complete and valid fields, or a field is
    ///     repeated that may not be
    public static PayloadFields of(byte[] payload) throws GuestException {
        PayloadFields fields = new PayloadFields();
        ByteBuffer in = ByteBuffer.wrap(payload);
        while (in.hasRemaining()) {
            fields.take(in);
        }
        return fields;
    }

    public boolean has(FieldTag tag) {
        return values.containsKey(tag);
    }

    /// The value of a field that must be there.
    ///
    /// @throws GuestException when it is not
    public long integer(FieldTag tag) throws GuestException {
        return ByteBuffer.wrap(bytes(tag)).getLong();
    }

    /// The value of a field, `otherwise` if it is missing.
    public long integer(FieldTag tag, long otherwise) {
        List<byte[]> all = all(tag);
        return all.isEmpty() ? otherwise : ByteBuffer.wrap(all.getFirst()).getLong();
    }

    /// The value of a required field, which must lie between two inclusive bounds.
    ///
    /// @throws GuestException when it is missing or out of bounds
    public int integer(FieldTag tag, int least, int most) throws GuestException {
        long value = integer(tag);
        if (value < least || value > most) {
            throw GuestException.broken("field %s %d: expected %d to %d".formatted(tag, value, least, most));
        }
        return (int) value;
    }

    /// The text of a field, cleaned and cut; empty if the field is missing.
    public String text(FieldTag tag, int bytesMost) {
        List<byte[]> all = all(tag);
        return all.isEmpty() ? "" : GuestText.of(all.getFirst(), bytesMost);
    }

    /// The bytes of a required field.
    ///
    /// @throws GuestException when it is not
    public byte[] bytes(FieldTag tag) throws GuestException {
        List<byte[]> all = all(tag);
        if (all.isEmpty()) {
            throw GuestException.broken("field " + tag + ": missing");
        }
        return all.getFirst();
    }

    /// Every value of a field that may repeat, in order.
    public List<byte[]> all(FieldTag tag) {
        return values.getOrDefault(tag, List.of());
    }

    private void take(ByteBuffer in) throws GuestException {
        if (in.remaining() < HEADER) {
            throw GuestException.broken("fields: " + in.remaining() + " bytes left over");
        }
        int number = Byte.toUnsignedInt(in.get());
        int length = in.getInt();
        if (length < 0 || length > in.remaining()) {
            throw GuestException.broken("field %d: length %s exceeds the rest of the payload"
                    .formatted(number, Integer.toUnsignedString(length)));
        }
        byte[] value = new byte[length];
        in.get(value);
        FieldTag tag = FieldTag.of(number);
        count(tag != null && tag.repeats());
        if (tag != null) {
            keep(tag, value);
        }
    }

    private void count(boolean repeats) throws GuestException {
        if (!repeats && ++single > FIELDS_MOST) {
            throw GuestException.broken("more than " + FIELDS_MOST + " fields");
        }
    }

    private void keep(FieldTag tag, byte[] value) throws GuestException {
        String fault = tag.fault(value);
        if (fault != null) {
            throw GuestException.broken("field " + tag + ": " + fault);
        }
        List<byte[]> all = values.computeIfAbsent(tag, _ -> new ArrayList<>(1));
        if (all.size() >= (tag.repeats() ? REPEATS_MOST : 1)) {
            throw GuestException.broken("field " + tag + ": occurs too often");
        }
        all.add(value);
    }
}
