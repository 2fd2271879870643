package dev.belljar.agent.vm.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.vm.BootImage;
import dev.belljar.agent.vm.VmException;
import dev.belljar.agent.vm.launch.Accelerator;
import dev.belljar.agent.vm.launch.HostFacts;
import dev.belljar.agent.vm.launch.HostFacts.KvmDevice;
import dev.belljar.agent.vm.launch.QemuBinary;
import dev.belljar.agent.vm.probe.ProbeBoot.Outcome;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.Acceleration.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the probe's conclusions from boots that end in every possible way.
class BootProbeTest {
    private static final BootImage IMAGE =
            new BootImage(Path.of("k"), Path.of("i"), Path.of("p"), Path.of("b"), List.of());
    private static final Outcome HUNG = new Outcome(false, false, null, "Booting");
    private static final Outcome CRASHED = new Outcome(false, true, null, "failed to set MSR 0x10a");

    @TempDir
    Path cache = Path.of("");

    private Path file = Path.of("");

    @BeforeEach
    void nameFile() {
        file = cache.resolve("acceleration.json");
    }

    @Test
    void aGuestThatBootsOnKvmProvesIt() throws Exception {
        FakeBoots boots = new FakeBoots(lives(null));
        Acceleration verdict = probe(facts(KvmDevice.OPENS), boots).prove(IMAGE);
        assertThat(verdict.kind()).isEqualTo(Kind.KVM);
        assertThat(verdict.label()).isEqualTo("KVM");
        assertThat(verdict.tscKhz()).isNull();
        assertThat(verdict.nested()).isTrue();
        assertThat(boots.asked).containsExactly(Accelerator.KVM);
    }

    @Test
    void aGuestThatHangsOnKvmMeansEmulationWithItsClock() throws Exception {
        FakeBoots boots = new FakeBoots(HUNG, lives(2_596_110L), lives(2_596_120L));
        Acceleration verdict = probe(facts(KvmDevice.OPENS), boots).prove(IMAGE);
        assertThat(verdict.kind()).isEqualTo(Kind.KVM_UNUSABLE);
        assertThat(verdict.reason()).contains("no progress within 6 s").contains("Booting");
        assertThat(verdict.cost()).contains("10 times slower");
        assertThat(verdict.tscKhz()).isEqualTo(2_596_120L);
        assertThat(verdict.nested()).isFalse();
        assertThat(boots.asked).containsExactly(Accelerator.KVM, Accelerator.TCG, Accelerator.TCG);
    }

    @Test
    void aQemuThatEndsOnKvmIsQuoted() throws Exception {
        Acceleration verdict = probe(facts(KvmDevice.OPENS), new FakeBoots(CRASHED, lives(1_000_000L)))
                .prove(IMAGE);
        assertThat(verdict.kind()).isEqualTo(Kind.KVM_UNUSABLE);
        assertThat(verdict.reason()).contains("failed to set MSR 0x10a");
    }

    @Test
    void aMissingAndAForbiddenDeviceAreDistinguished() throws Exception {
        Acceleration absent =
                probe(facts(KvmDevice.ABSENT), new FakeBoots(lives(2_000_000L))).prove(IMAGE);
        Acceleration forbidden = probe(facts(KvmDevice.FORBIDDEN), new FakeBoots(lives(2_000_000L)))
                .prove(IMAGE);
        assertThat(absent.kind()).isEqualTo(Kind.NO_KVM);
        assertThat(absent.label()).isEqualTo("Emulated (slow, less isolated)");
        assertThat(absent.reason()).contains("/dev/kvm does not exist");
        assertThat(forbidden.kind()).isEqualTo(Kind.NO_KVM);
        assertThat(forbidden.reason()).contains("group kvm");
    }

    @Test
    void theExpectedVerdictIsKnownBeforeAnImageExists() throws Exception {
        FakeBoots none = new FakeBoots();
        assertThat(probe(facts(KvmDevice.ABSENT), none)
                        .expected(Optional.empty())
                        .kind())
                .isEqualTo(Kind.NO_KVM);
        assertThat(probe(facts(KvmDevice.FORBIDDEN), none)
                        .expected(Optional.of(IMAGE))
                        .kind())
                .isEqualTo(Kind.NO_KVM);
        assertThat(probe(facts(KvmDevice.OPENS), none)
                        .expected(Optional.empty())
                        .kind())
                .isEqualTo(Kind.UNKNOWN);
        assertThat(none.asked).isEmpty();
        assertThat(file).doesNotExist();
        FakeBoots hung = new FakeBoots(HUNG, lives(2_000_000L), lives(2_000_000L));
        assertThat(probe(facts(KvmDevice.OPENS), hung)
                        .expected(Optional.of(IMAGE))
                        .kind())
                .isEqualTo(Kind.KVM_UNUSABLE);
    }

    @Test
    void aSingleWrongClockIsOutvoted() throws Exception {
        FakeBoots boots = new FakeBoots(lives(3_900_000L), HUNG, lives(2_596_110L), lives(2_596_115L));
        assertThat(probe(facts(KvmDevice.ABSENT), boots).prove(IMAGE).tscKhz()).isEqualTo(2_596_115L);
    }

    @Test
    void clocksThatNeverAgreeGiveTheMiddleOne() throws Exception {
        FakeBoots boots = new FakeBoots(lives(1_000_000L), lives(2_000_000L), lives(3_000_000L), lives(4_000_000L));
        assertThat(probe(facts(KvmDevice.ABSENT), boots).prove(IMAGE).tscKhz()).isEqualTo(3_000_000L);
    }

    @Test
    void aGuestWithoutAClockLineIsStillAVerdict() throws Exception {
        Acceleration verdict =
                probe(facts(KvmDevice.ABSENT), new FakeBoots(lives(null))).prove(IMAGE);
        assertThat(verdict.kind()).isEqualTo(Kind.NO_KVM);
        assertThat(verdict.tscKhz()).isNull();
    }

    @Test
    void aProbeWithoutAnyBootFailsAndSavesNothing() {
        assertThatThrownBy(() ->
                        probe(facts(KvmDevice.ABSENT), new FakeBoots(HUNG)).prove(IMAGE))
                .isInstanceOf(VmException.class)
                .hasMessageContaining("none of 4")
                .hasMessageContaining("Booting");
        assertThat(file).doesNotExist();
    }

    @Test
    void aVerdictIsKeptUntilTheHostChanges() throws Exception {
        HostFacts facts = facts(KvmDevice.OPENS);
        Acceleration first = probe(facts, new FakeBoots(lives(null))).prove(IMAGE);
        FakeBoots none = new FakeBoots();
        assertThat(probe(facts, none).prove(IMAGE)).isEqualTo(first);
        assertThat(probe(facts, none).cached()).isEqualTo(first);
        assertThat(none.asked).isEmpty();
        for (HostFacts other : List.of(
                new HostFacts("6.9", facts.processor(), facts.qemu(), facts.kvm(), facts.nestable()),
                new HostFacts(facts.kernel(), "Other", facts.qemu(), facts.kvm(), facts.nestable()),
                new HostFacts(facts.kernel(), facts.processor(), "10.0", facts.kvm(), facts.nestable()),
                new HostFacts(facts.kernel(), facts.processor(), facts.qemu(), KvmDevice.FORBIDDEN, facts.nestable()),
                new HostFacts(facts.kernel(), facts.processor(), facts.qemu(), facts.kvm(), false))) {
            assertThat(probe(other, none).cached().kind()).isEqualTo(Kind.UNKNOWN);
        }
    }

    @Test
    void onABusyHostTheGuestGetsTheProcessorsClockRate() throws Exception {
        FakeBoots boots = new FakeBoots(HUNG);
        boots.reported = lives(2_596_000L);
        Acceleration verdict = probe(facts(KvmDevice.ABSENT), boots).prove(IMAGE);
        assertThat(verdict.kind()).isEqualTo(Kind.NO_KVM);
        assertThat(verdict.tscKhz()).isEqualTo(2_596_000L);
        assertThat(boots.asked).hasSize(4);
    }

    @Test
    void aDamagedVerdictFileIsIgnored() throws Exception {
        for (String broken : List.of("", "{", "[]", "{\"host\":null}", "x".repeat(100_000))) {
            Files.writeString(file, broken);
            assertThat(probe(facts(KvmDevice.OPENS), new FakeBoots()).cached().kind())
                    .isEqualTo(Kind.UNKNOWN);
        }
        assertThat(probe(facts(KvmDevice.OPENS), new FakeBoots(lives(null)))
                        .prove(IMAGE)
                        .kind())
                .isEqualTo(Kind.KVM);
    }

    @Test
    void withoutQemuNothingIsProved() {
        BootProbe probe = new BootProbe(QemuBinary.on("/nonexistent"), ConfinementLauncher.here(), cache);
        assertThat(probe.cached().kind()).isEqualTo(Kind.UNKNOWN);
        assertThat(probe.cached().reason()).contains("qemu-system-x86_64");
        assertThatThrownBy(() -> probe.prove(IMAGE)).isInstanceOfSatisfying(VmException.class, fault -> {
            assertThat(fault.code()).isEqualTo(VmException.NO_QEMU);
            assertThat(fault.hint()).contains("qemu-system-x86").contains("qemu-utils");
        });
    }

    @Test
    void theClockIsReadFromTheKernelsLineOnly() {
        assertThat(QemuProbeBoot.tscKhz("[    0.000000] tsc: Detected 2596.113 MHz processor"))
                .isEqualTo(2_596_113L);
        assertThat(QemuProbeBoot.tscKhz("tsc: Fast TSC calibration using PIT")).isNull();
        assertThat(QemuProbeBoot.tscKhz("tsc: Detected 99999999.113 MHz")).isNull();
    }

    private BootProbe probe(HostFacts facts, FakeBoots boots) {
        return new BootProbe(() -> facts, boots, file);
    }

    private static HostFacts facts(KvmDevice kvm) {
        return new HostFacts("6.1", "Some CPU", "7.2", kvm, true);
    }

    private static Outcome lives(@Nullable Long tscKhz) {
        return new Outcome(true, false, tscKhz, "BELLJAR-PROBE-OK");
    }

    /// Boots with the given results; the last one repeats.
    private static final class FakeBoots implements ProbeBoot {
        private final List<Accelerator> asked = new ArrayList<>();
        private final Deque<Outcome> outcomes;
        private Outcome reported = HUNG;

        FakeBoots(Outcome... outcomes) {
            this.outcomes = new ArrayDeque<>(Arrays.asList(outcomes));
        }

        @Override
        public Outcome boot(BootImage image, Accelerator accelerator, Duration patience) {
            asked.add(accelerator);
            return outcomes.size() > 1 ? outcomes.removeFirst() : outcomes.getFirst();
        }

        @Override
        public Outcome bootWithFrequency(BootImage image, Duration patience) {
            return reported;
        }
    }
}
