package dev.belljar.agent.guest.event;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.frame.GuestText;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One event record as the guest sent it: its number, kind, time on the guest's monotonic clock, and fields.
public final class EventRecord {
    public static final int PID = 1;
    static final int PPID = 2;
    static final int START = 3;
    static final int COMM = 4;
    static final int UID = 5;
    static final int EXE = 7;
    static final int CWD = 8;
    static final int ARGV = 9;
    static final int EXIT = 10;
    static final int TERMSIG = 11;
    static final int CPU_NS = 12;
    static final int OP = 13;
    static final int PATH = 14;
    static final int PATH2 = 15;
    static final int BYTES = 16;
    static final int COUNT = 17;
    static final int TRUNCATED = 18;
    public static final int PROTOCOL = 19;
    public static final int LOCAL_PORT = 20;
    public static final int ADDRESS = 21;
    public static final int PORT = 22;

    /// Strings are kept up to this many bytes.
    static final int TEXT_MOST = 4_096;

    private static final int LEAST = 17;
    /// Bytes of the smallest record, its length included.
    public static final int SIZE_LEAST = Integer.BYTES + LEAST;

    public static final int LARGEST = PORT;
    private static final int MOST = 16_384;
    private static final int FIELD_HEADER = 3;

    /// No guest reaches this number; higher ones could overflow, and are not exact in JSON.
    private static final long NUMBER_MOST = 1L << 53;

    private final long number;
    private final int kind;
    private final long monoNs;
    private final byte[] body;
    private final byte[] @Nullable [] values = new byte[LARGEST + 1] @Nullable [];

    private EventRecord(long number, int kind, long monoNs, byte[] body) {
        this.number = number;
        this.kind = kind;
        this.monoNs = monoNs;
        this.body = body;
    }

    /// Reads the next record of an EVENTS payload.
    ///
    /// @throws GuestException when it is not a whole legal record
    static EventRecord take(ByteBuffer in) throws GuestException {
        return take(in, 1, NUMBER_MOST);
    }

    /// Reads a record without a number: its number is 0.
    ///
    /// @throws GuestException when it is not a whole legal record
    static EventRecord takeUnnumbered(ByteBuffer in) throws GuestException {
        return take(in, 0, 0);
    }

    private static EventRecord take(ByteBuffer in, long least, long most) throws GuestException {
        int length = in.remaining() < Integer.BYTES ? -1 : in.getInt();
        if (length < LEAST || length > MOST || length > in.remaining()) {
            throw GuestException.broken(
                    "event record of length %d with %d bytes left: expected a whole record of %d to %d"
                            .formatted(length, in.remaining(), LEAST, MOST));
        }
        long number = in.getLong();
        if (number < least || number > most) {
            throw GuestException.broken("event number %d: expected %d to %d".formatted(number, least, most));
        }
        int kind = Byte.toUnsignedInt(in.get());
        long monoNs = in.getLong();
        byte[] body = new byte[length - LEAST];
        in.get(body);
        EventRecord event = new EventRecord(number, kind, monoNs, body);
        event.readFields();
        return event;
    }

    long number() {
        return number;
    }

    int kind() {
        return kind;
    }

    long monoNs() {
        return monoNs;
    }

    /// The bytes of all fields, as they came.
    byte[] body() {
        return body.clone();
    }

    boolean has(int tag) {
        return values[tag] != null;
    }

    /// The integer in a required field, which must lie between two inclusive bounds.
    ///
    /// @throws GuestException when it is missing or out of bounds
    long integer(int tag, long least, long most) throws GuestException {
        byte[] value = values[tag];
        if (value == null || value.length != Long.BYTES) {
            throw fault(tag, value == null ? "missing" : value.length + " bytes: expected 8");
        }
        long number = ByteBuffer.wrap(value).getLong();
        if (number < least || number > most) {
            throw fault(tag, number + ": expected " + least + " to " + most);
        }
        return number;
    }

    /// The integer in a field, `otherwise` if the field is missing.
    ///
    /// @throws GuestException when it is there and out of bounds
    long integer(int tag, long least, long most, long otherwise) throws GuestException {
        return has(tag) ? integer(tag, least, most) : otherwise;
    }

    /// The bytes of a field, null if it is missing.
    byte @Nullable [] bytes(int tag) {
        return values[tag];
    }

    /// The text of a field, cleaned and cut; null if it is missing.
    @Nullable
    String text(int tag) {
        byte[] value = values[tag];
        return value == null ? null : GuestText.of(value, TEXT_MOST);
    }

    /// The words of a field in which NUL separates them, cleaned and cut.
    List<String> words(int tag) {
        byte @Nullable [] bytes = values[tag];
        if (bytes == null) {
            return List.of();
        }
        List<String> words = new ArrayList<>();
        int length = Math.min(bytes.length, TEXT_MOST);
        int from = 0;
        for (int i = 0; i < length; i++) {
            if (bytes[i] == 0) {
                words.add(GuestText.of(Arrays.copyOfRange(bytes, from, i)));
                from = i + 1;
            }
        }
        if (from < length) {
            words.add(GuestText.of(Arrays.copyOfRange(bytes, from, length)));
        }
        return words;
    }

    /// True if the guest or this side cut a string.
    boolean truncated() throws GuestException {
        return integer(TRUNCATED, 0, 1, 0) == 1
                || Arrays.stream(values).anyMatch(value -> value != null && value.length > TEXT_MOST);
    }

    /// The exception for an invalid field.
    GuestException fault(int tag, String what) {
        return GuestException.broken("event %d of kind %d: field %d: %s".formatted(number, kind, tag, what));
    }

    private void readFields() throws GuestException {
        ByteBuffer in = ByteBuffer.wrap(body);
        while (in.hasRemaining()) {
            if (in.remaining() < FIELD_HEADER) {
                throw GuestException.broken("event %d: %d bytes left over".formatted(number, in.remaining()));
            }
            int tag = Byte.toUnsignedInt(in.get());
            int length = Short.toUnsignedInt(in.getShort());
            if (length > in.remaining()) {
                throw fault(tag, "length " + length + " exceeds the rest of the record");
            }
            byte[] value = new byte[length];
            in.get(value);
            keep(tag, value);
        }
    }

    private void keep(int tag, byte[] value) throws GuestException {
        if (tag == 0 || tag > LARGEST) {
            return;
        }
        if (values[tag] != null) {
            throw fault(tag, "twice");
        }
        values[tag] = value;
    }
}
