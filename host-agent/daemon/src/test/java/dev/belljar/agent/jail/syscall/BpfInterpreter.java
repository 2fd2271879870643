package dev.belljar.agent.jail.syscall;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Runs classic BPF as the kernel does for seccomp, and fails for what the kernel refuses to load.
final class BpfInterpreter {
    private static final int DATA = 64;

    private BpfInterpreter() {}

    /// What the filter returns for a system call. `arguments` are six values.
    static int run(byte[] filter, int architecture, int number, long... arguments) {
        ByteBuffer code = ByteBuffer.wrap(filter).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer data = ByteBuffer.allocate(DATA).order(ByteOrder.LITTLE_ENDIAN);
        data.putInt(0, number).putInt(4, architecture);
        for (int i = 0; i < arguments.length; i++) {
            data.putLong(16 + 8 * i, arguments[i]);
        }
        int[] memory = new int[16];
        int a = 0;
        int x = 0;
        int at = 0;
        while (true) {
            int operation = code.getShort(8 * at) & 0xffff;
            int yes = code.get(8 * at + 2) & 0xff;
            int no = code.get(8 * at + 3) & 0xff;
            int k = code.getInt(8 * at + 4);
            at++;
            switch (operation) {
                case 0x20 -> a = data.getInt(aligned(k));
                case 0x54 -> a &= k;
                case 0x02 -> memory[k] = a;
                case 0x60 -> a = memory[k];
                case 0x07 -> x = a;
                case 0x87 -> a = x;
                case 0x05 -> at += k;
                case 0x15 -> at += a == k ? yes : no;
                case 0x25 -> at += Integer.compareUnsigned(a, k) > 0 ? yes : no;
                case 0x35 -> at += Integer.compareUnsigned(a, k) >= 0 ? yes : no;
                case 0x45 -> at += (a & k) != 0 ? yes : no;
                case 0x06 -> {
                    return k;
                }
                default -> throw new IllegalStateException("instruction %d: %x".formatted(at - 1, operation));
            }
        }
    }

    private static int aligned(int offset) {
        if (offset % 4 != 0 || offset < 0 || offset >= DATA) {
            throw new IllegalStateException("load at " + offset);
        }
        return offset;
    }
}
