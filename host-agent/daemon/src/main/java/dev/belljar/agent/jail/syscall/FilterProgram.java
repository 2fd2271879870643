package dev.belljar.agent.jail.syscall;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// A seccomp filter: classic BPF instructions of 8 bytes each, as the kernel of x86-64 reads them.
public final class FilterProgram {
    /// The length of one instruction, in bytes.
    public static final int INSTRUCTION = 8;

    private final byte[] bytes;

    FilterProgram(byte[] bytes) {
        this.bytes = bytes.clone();
    }

    /// The instructions one after the other.
    public byte[] bytes() {
        return bytes.clone();
    }

    /// The number of instructions.
    public int length() {
        return bytes.length / INSTRUCTION;
    }

    /// The SHA-256 of the instructions, in hexadecimal.
    public String hash() {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /// One instruction a line: its number, code, jumps if true and if false, and constant.
    public String listing() {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length(); i++) {
            int code = in.getShort() & 0xffff;
            int yes = in.get() & 0xff;
            int no = in.get() & 0xff;
            text.append("%4d: %02x %3d %3d %08x%n".formatted(i, code, yes, no, in.getInt()));
        }
        return text.toString();
    }
}
