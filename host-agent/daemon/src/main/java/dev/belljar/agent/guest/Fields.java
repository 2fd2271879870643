package dev.belljar.agent.guest;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// The tagged fields of one payload, checked as a whole before any value is used.
final class Fields {
    /// The most octets of a MESSAGE.
    static final int MESSAGE_MOST = 512;

    private static final int FIELDS_MOST = 64;
    private static final int REPEATS_MOST = 4_096;
    private static final int HEADER = 5;

    private final Map<Tag, List<byte[]>> values = new EnumMap<>(Tag.class);
    private int single;

    private Fields() {}

    /// Reads a whole payload.
    ///
    /// @throws GuestException when it is not fields, exactly consumed, each legal and none twice that may not be
    static Fields of(byte[] payload) throws GuestException {
        Fields fields = new Fields();
        ByteBuffer in = ByteBuffer.wrap(payload);
        while (in.hasRemaining()) {
            fields.take(in);
        }
        return fields;
    }

    boolean has(Tag tag) {
        return values.containsKey(tag);
    }

    /// The value of a field that must be there.
    ///
    /// @throws GuestException when it is not
    long integer(Tag tag) throws GuestException {
        return ByteBuffer.wrap(octets(tag)).getLong();
    }

    /// The value, or `otherwise` when the field is not there.
    long integer(Tag tag, long otherwise) {
        List<byte[]> all = all(tag);
        return all.isEmpty() ? otherwise : ByteBuffer.wrap(all.getFirst()).getLong();
    }

    /// The value of a field that must be there and lie between two bounds, both allowed.
    ///
    /// @throws GuestException when it is not or does not
    int integer(Tag tag, int least, int most) throws GuestException {
        long value = integer(tag);
        if (value < least || value > most) {
            throw GuestException.broken("field %s %d: expected %d to %d".formatted(tag, value, least, most));
        }
        return (int) value;
    }

    /// The text, cleaned and cut, empty when the field is not there.
    String text(Tag tag, int octetsMost) {
        List<byte[]> all = all(tag);
        return all.isEmpty() ? "" : GuestText.of(all.getFirst(), octetsMost);
    }

    /// The octets of a field that must be there.
    ///
    /// @throws GuestException when it is not
    byte[] octets(Tag tag) throws GuestException {
        List<byte[]> all = all(tag);
        if (all.isEmpty()) {
            throw GuestException.broken("field " + tag + ": missing");
        }
        return all.getFirst();
    }

    /// Every value of a field that may repeat, in order.
    List<byte[]> all(Tag tag) {
        return values.getOrDefault(tag, List.of());
    }

    private void take(ByteBuffer in) throws GuestException {
        if (in.remaining() < HEADER) {
            throw GuestException.broken("fields: " + in.remaining() + " bytes left over");
        }
        int number = Byte.toUnsignedInt(in.get());
        int length = in.getInt();
        if (length < 0 || length > in.remaining()) {
            throw GuestException.broken(
                    "field %d: length %s beyond the payload's end".formatted(number, Integer.toUnsignedString(length)));
        }
        byte[] value = new byte[length];
        in.get(value);
        Tag tag = Tag.of(number);
        count(tag != null && tag.repeats());
        if (tag != null) {
            keep(tag, value);
        }
    }

    private void count(boolean repeats) throws GuestException {
        if (!repeats && ++single > FIELDS_MOST) {
            throw GuestException.broken("fields: more than " + FIELDS_MOST);
        }
    }

    private void keep(Tag tag, byte[] value) throws GuestException {
        String fault = tag.fault(value);
        if (fault != null) {
            throw GuestException.broken("field " + tag + ": " + fault);
        }
        List<byte[]> all = values.computeIfAbsent(tag, _ -> new ArrayList<>(1));
        if (all.size() >= (tag.repeats() ? REPEATS_MOST : 1)) {
            throw GuestException.broken("field " + tag + ": too often");
        }
        all.add(value);
    }
}
