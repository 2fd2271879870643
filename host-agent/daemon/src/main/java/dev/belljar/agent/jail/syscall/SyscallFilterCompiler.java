package dev.belljar.agent.jail.syscall;

import dev.belljar.contract.jail.ArgumentCondition;
import dev.belljar.contract.jail.SyscallAction;
import dev.belljar.contract.jail.SyscallPolicy;
import dev.belljar.contract.jail.SyscallRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/// Compiles a policy to a seccomp filter for x86-64.
///
/// The filter first looks at the architecture and kills a process that uses another one (`int 0x80`). System
/// calls of x32, which share the architecture and have other numbers, fail with ENOSYS. It then finds the
/// system call by binary search over the ranges of numbers with equal rules, so that a long policy costs a
/// few comparisons, and only then loads arguments: both words of each, unless the kernel itself reads only
/// the lower one (see `ShortArguments`).
///
/// Several policies can be compiled together, one behind the other: what one of them permits, the next one
/// decides, so that a system call is made only if all permit it.
public final class SyscallFilterCompiler {
    static final int KILL_PROCESS = 0x8000_0000;
    static final int KILL_THREAD = 0;
    static final int TRAP = 0x0003_0000;
    static final int ERRNO = 0x0005_0000;
    static final int USER_NOTIFY = 0x7fc0_0000;
    static final int LOG = 0x7ffc_0000;
    static final int ALLOW = 0x7fff_0000;
    /// `AUDIT_ARCH_X86_64`.
    static final int ARCHITECTURE = 0xc000_003e;
    /// The first number of x32.
    static final int X32 = 0x4000_0000;
    static final int ENOSYS = 38;

    private static final int NOWHERE = 0;
    private static final int OFFSET_NUMBER = 0;
    private static final int OFFSET_ARCHITECTURE = 4;
    private static final int OFFSET_ARGUMENTS = 16;

    private final FilterAssembler out = new FilterAssembler();

    private SyscallFilterCompiler() {}

    /// A range of numbers, up to the next one's first number, and the place of its instructions.
    private record NumberRange(int first, int place) {}

    /// Compiles a policy.
    ///
    /// @throws SyscallPolicyException if the policy is invalid or needs too many instructions
    public static FilterProgram compile(SyscallPolicy policy) throws SyscallPolicyException {
        return compile(List.of(policy));
    }

    /// Compiles policies that must all permit a system call; at least one.
    ///
    /// @throws SyscallPolicyException if a policy is invalid or they need too many instructions
    public static FilterProgram compile(List<SyscallPolicy> policies) throws SyscallPolicyException {
        for (SyscallPolicy policy : policies) {
            SyscallPolicyValidator.check(policy);
        }
        return new SyscallFilterCompiler().filter(policies);
    }

    private FilterProgram filter(List<SyscallPolicy> policies) throws SyscallPolicyException {
        Map<Integer, String> named = new TreeMap<>();
        for (SyscallPolicy policy : policies) {
            for (SyscallRule rule : policy.rules()) {
                named.put(SyscallTable.X86_64.number(rule.syscall()), rule.syscall());
            }
        }
        int otherwise = layers(policies, "");
        List<NumberRange> ranges = new ArrayList<>(List.of(new NumberRange(0, otherwise)));
        named.forEach((number, name) -> {
            begin(ranges, number, layers(policies, name));
            begin(ranges, number + 1, otherwise);
        });
        int known = search(ranges);
        int native64 = out.ifAtLeast(X32, out.returns(ERRNO | ENOSYS), known);
        int number = out.load(OFFSET_NUMBER, native64);
        int checked = out.ifEqual(ARCHITECTURE, number, out.returns(KILL_PROCESS));
        return out.program(out.load(OFFSET_ARCHITECTURE, checked));
    }

    /// The place from which the policies decide about a system call, one after the other.
    private int layers(List<SyscallPolicy> policies, String syscall) {
        int next = NOWHERE;
        for (SyscallPolicy policy : policies.reversed()) {
            List<SyscallRule> own = policy.rules().stream()
                    .filter(rule -> rule.syscall().equals(syscall))
                    .toList();
            next = chain(own, end(policy.otherwise(), next), next);
        }
        return next;
    }

    /// The place at which an action is carried out: the next policy's, if the action permits the call.
    private int end(SyscallAction action, int next) {
        return action.permits() && next != NOWHERE ? next : out.returns(value(action));
    }

    private static void begin(List<NumberRange> ranges, int first, int place) {
        if (ranges.getLast().first() == first) {
            ranges.removeLast();
        }
        if (ranges.isEmpty() || ranges.getLast().place() != place) {
            ranges.add(new NumberRange(first, place));
        }
    }

    private int search(List<NumberRange> ranges) {
        if (ranges.size() == 1) {
            return ranges.getFirst().place();
        }
        int middle = ranges.size() / 2;
        int above = search(ranges.subList(middle, ranges.size()));
        int below = search(ranges.subList(0, middle));
        return out.ifAtLeast(ranges.get(middle).first(), above, below);
    }

    /// The place from which the rules of one system call decide, in their order.
    private int chain(List<SyscallRule> rules, int otherwise, int next) {
        int place = otherwise;
        for (SyscallRule rule : rules.reversed()) {
            int action = end(rule.action(), next);
            if (rule.always()) {
                place = action;
                continue;
            }
            for (List<ArgumentCondition> alternative : rule.when().reversed()) {
                int holds = action;
                for (ArgumentCondition condition : alternative.reversed()) {
                    holds = condition(rule.syscall(), condition, holds, place);
                }
                place = holds;
            }
        }
        return place;
    }

    private int condition(String syscall, ArgumentCondition condition, int yes, int no) {
        int offset = OFFSET_ARGUMENTS + 8 * condition.argument();
        int low = (int) condition.value();
        int high = (int) (condition.value() >>> 32);
        boolean isShort = ShortArguments.contains(syscall, condition.argument());
        return switch (condition.operator()) {
            case EQUAL -> equal(offset, isShort, condition.value(), yes, no);
            case NOT_EQUAL -> equal(offset, isShort, condition.value(), no, yes);
            case GREATER -> ordered(offset, isShort, high, out.ifGreater(low, yes, no), yes, no);
            case AT_MOST -> ordered(offset, isShort, high, out.ifGreater(low, no, yes), no, yes);
            case AT_LEAST -> ordered(offset, isShort, high, out.ifAtLeast(low, yes, no), yes, no);
            case LESS -> ordered(offset, isShort, high, out.ifAtLeast(low, no, yes), no, yes);
            case ANY_BIT -> anyBit(offset, isShort, condition.value(), yes, no);
            case ONLY_BITS -> anyBit(offset, isShort, ~condition.value(), no, yes);
        };
    }

    private int equal(int offset, boolean isShort, long value, int yes, int no) {
        int place = out.load(offset, out.ifEqual((int) value, yes, no));
        return isShort ? place : out.load(offset + 4, out.ifEqual((int) (value >>> 32), place, no));
    }

    private int anyBit(int offset, boolean isShort, long bits, int yes, int no) {
        int place = out.load(offset, out.ifAnyBit((int) bits, yes, no));
        boolean onlyLow = isShort || bits >>> 32 == 0;
        return onlyLow ? place : out.load(offset + 4, out.ifAnyBit((int) (bits >>> 32), yes, place));
    }

    /// Compares the upper words first; `lower` compares the lower ones.
    private int ordered(int offset, boolean isShort, int high, int lower, int above, int below) {
        int place = out.load(offset, lower);
        if (isShort) {
            return place;
        }
        return out.load(offset + 4, out.ifGreater(high, above, out.ifEqual(high, place, below)));
    }

    /// What the filter returns to the kernel for an action.
    static int value(SyscallAction action) {
        return switch (action.effect()) {
            case ALLOW -> ALLOW;
            case LOG -> LOG;
            case NOTIFY -> USER_NOTIFY;
            case ERRNO -> ERRNO | Objects.requireNonNull(action.errno());
            case TRAP -> TRAP;
            case KILL_THREAD -> KILL_THREAD;
            case KILL_PROCESS -> KILL_PROCESS;
        };
    }
}
