package dev.belljar.agent.jail.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.jail.syscall.SyscallFilterCompiler;
import dev.belljar.agent.jail.syscall.SyscallPolicyException;
import dev.belljar.contract.jail.SyscallAction;
import dev.belljar.contract.jail.SyscallPolicy;
import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Generator;
import dev.belljar.testing.property.Generators;
import dev.belljar.testing.property.Property;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// Tests the checks and the binary form of plans.
class PlanEncoderTest {
    private static final List<PlanMount> LEAST = List.of(
            PlanMount.bind("/"),
            new PlanMount(MountKind.PROC, Set.of(), List.of("/proc"), 0),
            new PlanMount(MountKind.DEV, Set.of(), List.of("/dev"), 0));

    static Generator<String> words() {
        return Generators.strings(0, 40).map(text -> text.replace("\0", ""));
    }

    @Property
    void whatIsEncodedIsReadAsItWas(@ForAll("words") String word, @ForAll("words") String value) throws Exception {
        JailPlan plan =
                plan(LEAST, new PlanCommand(List.of("run", word), new TreeMap<>(Map.of("NAME", value)), "/", true));
        if (unpaired(word) || unpaired(value)) {
            assertThatThrownBy(() -> PlanEncoder.encode(plan)).isInstanceOf(JailException.class);
            return;
        }
        assertThat(PlanReader.read(PlanEncoder.encode(plan)))
                .contains("flags 25 hold 1000", "5 run", "5 " + word, "6 NAME=" + value, "7 /", "8 jail")
                .contains("1 1000 1000 1", "2 100 100 1", "3 1000 100", "4 1 0 / /", "4 6 0 /proc", "13 /s");
    }

    @Property
    void pathsAreAbsoluteAndPlain(@ForAll("paths") String path) {
        boolean plain = path.startsWith("/")
                && path.chars().noneMatch(c -> c < ' ' || (c >= 0x7f && c < 0xa0))
                && List.of((path + "/").substring(1).split("/", -1)).subList(0, path.split("/", -1).length - 1).stream()
                        .noneMatch(part -> part.isEmpty() || part.equals(".") || part.equals(".."));
        assertThat(PlanPaths.valid(path)).as(path).isEqualTo(path.equals("/") || plain);
    }

    static Generator<String> paths() {
        return choices ->
                String.join("", choices.list(0, 8, Generators.of("/", "a", ".", "..", "\n", " ", "b", "é")::next));
    }

    @Test
    void noPlanHasTheHostsRoot() {
        for (IdRange range : List.of(
                new IdRange(0, 0, 1),
                new IdRange(0, 0, 65_536),
                new IdRange(5, -1, 2),
                new IdRange(1, 1, 0),
                new IdRange(0, Integer.MAX_VALUE, 2))) {
            refused(plan -> identity(plan, List.of(range)), "ids above 0");
        }
        refused(plan -> identity(plan, List.of(new IdRange(5, 5, 1))), "an id that is mapped");
        refused(
                plan -> identity(plan, List.of(new IdRange(1000, 7, 9), new IdRange(2000, 15, 1))),
                "ranges that do not overlap");
    }

    @Test
    void masksCannotBeGotAround() {
        PlanMount mask = PlanMount.mask("/home/a/.ssh", true);
        mounts("would lie over the mask", mask, PlanMount.bind("/home/a"));
        mounts("would lie over the mask", mask, PlanMount.memory("/home", 4096));
        mounts("it lies in the mask", PlanMount.mask("/home/a", true), mask);
        mounts("it would show", bind("/home/a", "/mnt/copy"), mask);
        mounts("its source lies in the masked", bind("/home/a/.ssh/keys", "/mnt/keys"), mask);
        mounts("its source lies in the masked", bind("/home/a/.ssh", "/mnt/keys"), mask);
        mounts("another path than /", PlanMount.mask("/proc/sys", false));
        mounts("expected it once", PlanMount.mask("/etc", false), PlanMount.mask("/etc", false));
        mounts(
                "cannot have these attributes",
                new PlanMount(MountKind.MASK, Set.of(MountAttribute.WRITE), List.of("/a", "/a"), 0));
        mounts("a size", PlanMount.memory("/tmp", 0));
        mounts("without ..", PlanMount.bind("/a/../b"));
        mounts("without ..", PlanMount.bind("/a\u001b]0;x\u0007"));
    }

    @Test
    void plansAreBounded() {
        refused(plan -> command(plan, List.of()), "expected 1 to 1024 words");
        refused(plan -> command(plan, Collections.nCopies(1025, "x")), "expected 1 to 1024 words");
        refused(plan -> command(plan, List.of("a\0b")), "without NUL");
        refused(plan -> command(plan, List.of("")), "a program");
        refused(plan -> command(plan, List.of("x".repeat(200_000))), "128 KiB");
        refused(plan -> command(plan, Collections.nCopies(20, "x".repeat(100_000))), "at most 1 MiB");
        List<PlanMount> many = new ArrayList<>(LEAST);
        for (int i = 0; i < 1100; i++) {
            many.add(PlanMount.bind("/m" + i));
        }
        refused(plan -> plan(many, plan.command()), "expected 3 to 1024");
        refused(plan -> control(plan, new PlanControl("/" + "s".repeat(107), 0, List.of())), "at most 107 bytes");
        refused(plan -> control(plan, new PlanControl("/s", -1, List.of())), "at most a day");
    }

    private static void mounts(String why, PlanMount... added) {
        List<PlanMount> mounts = new ArrayList<>(LEAST);
        mounts.addAll(List.of(added));
        refused(plan -> plan(mounts, plan.command()), why);
    }

    private static void refused(UnaryOperator<JailPlan> change, String why) {
        JailPlan right = plan(LEAST, new PlanCommand(List.of("true"), new TreeMap<>(), "/", false));
        JailPlan wrong = change.apply(right);
        assertThatThrownBy(() -> PlanEncoder.encode(wrong))
                .isInstanceOf(JailException.class)
                .hasMessageContaining(why);
    }

    private static JailPlan identity(JailPlan plan, List<IdRange> users) {
        PlanIdentity old = plan.identity();
        return new JailPlan(
                new PlanIdentity(users, old.groups(), old.user(), old.group(), old.hostName()),
                plan.mounts(),
                plan.command(),
                plan.limits(),
                plan.filter(),
                plan.control());
    }

    private static JailPlan command(JailPlan plan, List<String> words) {
        return plan(plan.mounts(), new PlanCommand(words, new TreeMap<>(), "/", false));
    }

    private static JailPlan control(JailPlan plan, PlanControl control) {
        return new JailPlan(plan.identity(), plan.mounts(), plan.command(), plan.limits(), plan.filter(), control);
    }

    private static JailPlan plan(List<PlanMount> mounts, PlanCommand command) {
        try {
            return new JailPlan(
                    PlanIdentity.of(1000, 100, "jail"),
                    mounts,
                    command,
                    List.of(new PlanLimit(4, 0, -1)),
                    SyscallFilterCompiler.compile(new SyscallPolicy(List.of(), SyscallAction.ALLOW)),
                    new PlanControl("/s", 1000, List.of()));
        } catch (SyscallPolicyException e) {
            throw new IllegalStateException(e);
        }
    }

    private static PlanMount bind(String source, String target) {
        return new PlanMount(MountKind.BIND, Set.of(), List.of(source, target), 0);
    }

    private static boolean unpaired(String text) {
        return text.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }
}
