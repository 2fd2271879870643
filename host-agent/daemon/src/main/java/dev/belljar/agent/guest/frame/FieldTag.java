package dev.belljar.agent.guest.frame;

import org.jspecify.annotations.Nullable;

/// The fields of frames: the number on the wire, the type of the value, and whether the field may be repeated.
public enum FieldTag {
    VERSION(1, Type.INT),
    AGENT(2, Type.TEXT),
    BOOT_ID(3, Type.TEXT),
    KERNEL(4, Type.TEXT),
    HOSTNAME(5, Type.TEXT),
    FIRST_SEQ(6, Type.INT),
    LAST_SEQ(7, Type.INT),
    MONO_NS(8, Type.INT),
    REAL_NS(9, Type.INT),
    OBSERVES(10, Type.INT),
    ACKED(11, Type.INT),
    OBSERVE(12, Type.INT),
    LOST(13, Type.INT),
    LOAD1000(14, Type.INT),
    MEM_TOTAL(15, Type.INT),
    MEM_AVAILABLE(16, Type.INT),
    CPU_BUSY_US(17, Type.INT),
    CPU_TOTAL_US(18, Type.INT),
    DISK_TOTAL(19, Type.INT),
    DISK_FREE(20, Type.INT),
    PROCS(21, Type.INT),
    LIMITED(22, Type.INT),
    REFUSED(23, Type.INT),
    OOM_KILLS(24, Type.INT),
    KIND(40, Type.INT),
    ARG(41, Type.TEXT),
    ENV(42, Type.TEXT),
    CWD(43, Type.TEXT),
    USER(44, Type.TEXT),
    PTY(45, Type.INT),
    ROWS(46, Type.INT),
    COLS(47, Type.INT),
    TIMEOUT_MS(48, Type.INT),
    SIGNAL(49, Type.INT),
    PORT(50, Type.INT),
    PATH(51, Type.TEXT),
    EXIT(52, Type.INT),
    TERMSIG(53, Type.INT),
    ERRNO(54, Type.INT),
    MESSAGE(55, Type.TEXT),
    TIMED_OUT(56, Type.INT),
    PID(57, Type.INT),
    LOGIN(58, Type.INT),
    HOSTID(59, Type.TEXT),
    SEED(60, Type.BYTES),
    MAC(61, Type.BYTES);

    /// The most bytes of a MESSAGE.
    public static final int MESSAGE_MOST = 512;

    private static final int LARGEST = 61;

    private final int number;
    private final Type type;

    FieldTag(int number, Type type) {
        this.number = number;
        this.type = type;
    }

    /// The number on the wire.
    int number() {
        return number;
    }

    /// True if the field may be repeated; the order of its values is kept.
    boolean repeats() {
        return this == ARG || this == ENV;
    }

    /// What is wrong with a value of this field, null if it is valid.
    @Nullable
    String fault(byte[] value) {
        return switch (type) {
            case INT -> value.length == Long.BYTES ? null : value.length + " bytes: expected 8";
            case TEXT -> textFault(value);
            case BYTES -> null;
        };
    }

    /// The tag with this number, null if this host agent does not know it.
    static @Nullable FieldTag of(int number) {
        return number > LARGEST ? null : Known.BY_NUMBER[number];
    }

    private @Nullable String textFault(byte[] value) {
        if (this == MESSAGE && value.length > MESSAGE_MOST) {
            return value.length + " bytes: expected at most " + MESSAGE_MOST;
        }
        for (byte each : value) {
            if (each == 0) {
                return "contains a NUL byte";
            }
        }
        return null;
    }

    private enum Type {
        INT,
        TEXT,
        BYTES
    }

    private static final class Known {
        static final @Nullable FieldTag[] BY_NUMBER = new @Nullable FieldTag[LARGEST + 1];

        static {
            for (FieldTag tag : values()) {
                BY_NUMBER[tag.number] = tag;
            }
        }
    }
}
