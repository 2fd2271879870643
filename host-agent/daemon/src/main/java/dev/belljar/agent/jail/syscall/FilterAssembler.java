package dev.belljar.agent.jail.syscall;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// Assembles a filter from its end to its start.
///
/// Classic BPF jumps only forward, so in this order the place of each jump's target is known. A place is the
/// number of instructions from it to the end of the program, itself included. A conditional jump reaches 255
/// instructions; if its target is further away, it jumps to an unconditional jump.
final class FilterAssembler {
    /// The kernel's limit.
    static final int MOST_INSTRUCTIONS = 4_096;

    private static final int LOAD_WORD = 0x20;
    private static final int JUMP = 0x05;
    private static final int IF_EQUAL = 0x15;
    private static final int IF_GREATER = 0x25;
    private static final int IF_AT_LEAST = 0x35;
    private static final int IF_ANY_BIT = 0x45;
    private static final int RETURN = 0x06;
    private static final int FARTHEST = 255;

    private final Map<Integer, Integer> returns = new HashMap<>();
    private long[] reversed = new long[256];
    private int count;

    /// The place of an instruction that returns this value to the kernel. There is only one for each value.
    int returns(int value) {
        return returns.computeIfAbsent(value, v -> add(RETURN, 0, 0, v));
    }

    /// Loads a word of the kernel's `seccomp_data`; `next` is the place to go on at.
    int load(int offset, int next) {
        goOnAt(next);
        return add(LOAD_WORD, 0, 0, offset);
    }

    int ifEqual(int value, int yes, int no) {
        return branch(IF_EQUAL, value, yes, no);
    }

    int ifGreater(int value, int yes, int no) {
        return branch(IF_GREATER, value, yes, no);
    }

    int ifAtLeast(int value, int yes, int no) {
        return branch(IF_AT_LEAST, value, yes, no);
    }

    int ifAnyBit(int value, int yes, int no) {
        return branch(IF_ANY_BIT, value, yes, no);
    }

    /// The program from `start`, which must be the place of the last instruction that was added.
    ///
    /// @throws SyscallPolicyException if it is longer than the kernel accepts
    FilterProgram program(int start) throws SyscallPolicyException {
        goOnAt(start);
        if (count > MOST_INSTRUCTIONS) {
            throw new SyscallPolicyException(
                    "the policy needs %d instructions: the kernel accepts at most %d"
                            .formatted(count, MOST_INSTRUCTIONS),
                    "Use fewer conditions.");
        }
        ByteBuffer out = ByteBuffer.allocate(count * FilterProgram.INSTRUCTION).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = count - 1; i >= 0; i--) {
            out.putLong(reversed[i]);
        }
        return new FilterProgram(out.array());
    }

    private int branch(int code, int value, int yes, int no) {
        int far = count - Math.min(yes, no);
        int reach = FARTHEST - 1;
        int nearYes = far > reach ? near(yes) : yes;
        int nearNo = far > reach ? near(no) : no;
        return add(code, count - nearYes, count - nearNo, value);
    }

    /// A place close by from which the program goes on at `place`.
    private int near(int place) {
        return count - place > FARTHEST - 2 ? add(JUMP, 0, 0, count - place) : place;
    }

    private void goOnAt(int place) {
        if (place != count) {
            add(JUMP, 0, 0, count - place);
        }
    }

    private int add(int code, int yes, int no, int value) {
        if (count == reversed.length) {
            reversed = Arrays.copyOf(reversed, 2 * count);
        }
        reversed[count++] = code | (long) yes << 16 | (long) no << 24 | (long) value << 32;
        return count;
    }
}
