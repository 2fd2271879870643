package dev.belljar.agent.vm.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.vm.BootImage;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.Acceleration.Kind;
import dev.belljar.contract.sandbox.MachineLimits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Compares the command lines of launch plans with golden files.
class LaunchPlanTest {
    private static final String QEMU = "qemu-system-x86_64";
    private static final BootImage IMAGE = new BootImage(
            Path.of("/images/a/vmlinux"),
            Path.of("/images/a/initrd"),
            Path.of("/images/a/probe.initrd"),
            Path.of("/images/a/base.erofs"),
            List.of("console=ttyS0", "loglevel=4"));

    @Test
    void kvmRunsOnTheHostsProcessorWithoutNesting() throws IOException {
        assertGolden("launch-kvm", new LaunchPlan(QEMU, spec(Kind.KVM, null, 1024), null).argv());
    }

    @Test
    void nestingHandsTheProcessorsFlagOn() throws IOException {
        assertGolden("launch-kvm-nested", new LaunchPlan(QEMU, spec(Kind.KVM, null, 1024), "svm").argv());
    }

    @Test
    void emulationPassesTheClockRateToTheGuest() throws IOException {
        assertGolden("launch-tcg", new LaunchPlan(QEMU, spec(Kind.KVM_UNUSABLE, 2_596_110L, 1024), null).argv());
    }

    @Test
    void bothProbesBootTheSameMachine() throws IOException {
        Duration patience = Duration.ofSeconds(6);
        assertGolden("launch-probe-kvm", new ProbePlan(QEMU, IMAGE, Accelerator.KVM, patience, null).argv());
        assertGolden("launch-probe-tcg", new ProbePlan(QEMU, IMAGE, Accelerator.TCG, patience, null).argv());
    }

    @Test
    void anUnknownClockIsNotInvented() {
        assertThat(kernelParameters(new LaunchPlan(QEMU, spec(Kind.NO_KVM, null, 1024), null)))
                .contains("tsc=reliable")
                .doesNotContain("tsc_early_khz");
    }

    /// Otherwise all saved machines would be unusable once the cached measurement is lost.
    @Test
    void aNewClockMeasurementKeepsTheFingerprint() {
        String plan = new LaunchPlan(QEMU, spec(Kind.NO_KVM, 2_596_110L, 1024), null).fingerprint("7.2");
        assertThat(new LaunchPlan(QEMU, spec(Kind.NO_KVM, 2_596_036L, 1024), null).fingerprint("7.2"))
                .isEqualTo(plan);
        assertThat(new LaunchPlan(QEMU, spec(Kind.NO_KVM, 2_596_110L, 1024), null).fingerprint("8.0"))
                .isNotEqualTo(plan);
        assertThat(new LaunchPlan(QEMU, spec(Kind.NO_KVM, 2_596_110L, 512), null).fingerprint("7.2"))
                .isNotEqualTo(plan);
    }

    @Test
    void anImportedImageIsAThirdDisk() {
        MachineSpec guest = spec(Kind.NO_KVM, null, 1024);
        MachineSpec imported = new MachineSpec(
                guest.id(),
                guest.hostname(),
                guest.disk(),
                guest.sockets(),
                guest.limits(),
                IMAGE.withRoot(Path.of("/data/images/a,b/root.erofs")),
                guest.acceleration(),
                guest.mac());
        LaunchPlan plan = new LaunchPlan(QEMU, imported, null);
        assertThat(plan.argv())
                .contains("driver=raw,node-name=image,read-only=on,file.driver=file,"
                        + "file.filename=/data/images/a,,b/root.erofs")
                .containsSubsequence(
                        "virtio-blk-device,drive=base,serial=base",
                        "virtio-blk-device,drive=disk,serial=disk,werror=enospc",
                        "virtio-blk-device,drive=image,serial=image");
        assertThat(kernelParameters(plan)).contains("belljar.image=1");
        assertThat(kernelParameters(new LaunchPlan(QEMU, guest, null))).doesNotContain("belljar.image");
        assertThat(plan.fingerprint("7.2")).isNotEqualTo(new LaunchPlan(QEMU, guest, null).fingerprint("7.2"));
    }

    @Test
    void exactlyTwoGibibytesAreAvoided() {
        LaunchPlan plan = new LaunchPlan(QEMU, spec(Kind.NO_KVM, null, 2048), null);
        assertThat(plan.argv()).contains("2047M").doesNotContain("2048M");
        assertThat(plan.memoryMiB()).isEqualTo(2047);
    }

    @Test
    void commasInPathsAreDoubledForQemu() {
        MachineSpec spec = new MachineSpec(
                "one",
                "one",
                Path.of("/data/a,b"),
                Path.of("/run/a,b"),
                new MachineLimits(512, 1, 1024),
                IMAGE,
                verdict(Kind.NO_KVM, null),
                "52:54:00:00:00:01");
        List<String> words = new LaunchPlan(QEMU, spec, null).argv();
        assertThat(words.stream().filter(word -> word.contains("/a,,b/"))).hasSize(6);
        assertThat(words.stream().filter(word -> word.contains("/a,b/"))).containsExactly("/run/a,b/pid");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a,b", "-a", "", "a\u0000b", "x panic=1", "é"})
    void anInvalidHostNameIsRefused(String name) {
        MachineSpec good = spec(Kind.NO_KVM, null, 1024);
        MachineSpec bad = new MachineSpec(
                good.id(),
                name,
                good.disk(),
                good.sockets(),
                good.limits(),
                good.image(),
                good.acceleration(),
                good.mac());
        assertThatThrownBy(() -> new LaunchPlan(QEMU, bad, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("host name");
    }

    @Test
    void anUntestedAccelerationIsRefused() {
        assertThatThrownBy(() -> new LaunchPlan(QEMU, spec(Kind.UNKNOWN, null, 1024), null).argv())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has not been tested yet");
    }

    private static String kernelParameters(LaunchPlan plan) {
        List<String> words = plan.argv();
        return words.get(words.indexOf("-append") + 1);
    }

    private static MachineSpec spec(Kind kind, @Nullable Long tscKhz, int memoryMiB) {
        return new MachineSpec(
                "shop-1",
                "shop",
                Path.of("/data/shop-1/disk"),
                Path.of("/run/belljar/shop-1"),
                new MachineLimits(memoryMiB, 2, 8192),
                IMAGE,
                verdict(kind, tscKhz),
                "52:54:00:00:00:01");
    }

    private static Acceleration verdict(Kind kind, @Nullable Long tscKhz) {
        return new Acceleration(kind, "", "", "", tscKhz, false, 1, "7.2", 1);
    }

    private static void assertGolden(String name, List<String> words) throws IOException {
        assertThat(String.join("\n", words)).isEqualTo(golden(name));
    }

    private static String golden(String name) throws IOException {
        try (InputStream in = LaunchPlanTest.class.getResourceAsStream("/golden/" + name + ".txt")) {
            if (in == null) {
                throw new IOException("no golden file " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }
}
