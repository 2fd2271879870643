package dev.belljar.agent.vm.probe;

import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.vm.BootImage;
import dev.belljar.agent.vm.VmException;
import dev.belljar.agent.vm.launch.Accelerator;
import dev.belljar.agent.vm.launch.HostFacts;
import dev.belljar.agent.vm.launch.QemuBinary;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.Acceleration.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Probes acceleration by booting a tiny guest, first on KVM, then emulated, and caches the result for this
/// host.
///
/// A `/dev/kvm` that opens proves nothing: on some hosts no guest runs on it. Under emulation the guest also
/// measures its clock rate, which later boots need as a parameter. Two boots must measure the same rate, because
/// a busy host can disturb one; on a host so busy that no guest can measure it, the guest gets the rate that the
/// host's processor reports, which also keeps it from waiting for ever.
public final class BootProbe implements AccelerationProbe {
    private static final Logger LOG = LoggerFactory.getLogger(BootProbe.class);
    private static final Duration KVM_PATIENCE = Duration.ofSeconds(6);
    private static final Duration TCG_PATIENCE = Duration.ofSeconds(25);
    private static final Duration REPORTED_PATIENCE = Duration.ofMinutes(1);
    private static final int TCG_BOOTS = 4;
    private static final double SAME_RATE = 0.001;
    private static final String SLOW =
            "Computation is about 10 times slower than with hardware virtualization. " + EmulationConsent.RISK;

    private final Host host;
    private final ProbeBoot boots;
    private final Path file;
    private final ReentrantLock proving = new ReentrantLock();

    /// Reads the facts of the host.
    interface Host {
        HostFacts look() throws VmException, InterruptedException;
    }

    /// A probe that starts this QEMU with this launcher and caches its result in the cache folder.
    public BootProbe(QemuBinary qemu, ConfinementLauncher launcher, Path cache) {
        this(
                () -> HostFacts.here(qemu.version()),
                new QemuProbeBoot(qemu, launcher),
                cache.resolve("acceleration.json"));
    }

    BootProbe(Host host, ProbeBoot boots, Path file) {
        this.host = host;
        this.boots = boots;
        this.file = file;
    }

    @Override
    public Acceleration cached() {
        try {
            return ProbeResult.read(file, host.look())
                    .map(ProbeResult::acceleration)
                    .orElseGet(() -> unknown("the first start boots a small test machine to find out"));
        } catch (VmException e) {
            return unknown(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return unknown("the test was interrupted");
        }
    }

    @Override
    public Acceleration expected(Optional<BootImage> image) throws VmException, InterruptedException {
        Acceleration known = cached();
        if (known.kind() != Kind.UNKNOWN) {
            return known;
        }
        HostFacts facts = host.look();
        Optional<String> noDevice = deviceObstacle(facts);
        if (noDevice.isPresent()) {
            return new Acceleration(
                    Kind.NO_KVM, label(Kind.NO_KVM), noDevice.get(), SLOW, null, false, 0, facts.qemu(), 0);
        }
        return image.isPresent() ? prove(image.get()) : known;
    }

    @Override
    public Acceleration prove(BootImage image) throws VmException, InterruptedException {
        proving.lockInterruptibly();
        try {
            HostFacts facts = host.look();
            Optional<ProbeResult> known = ProbeResult.read(file, facts);
            if (known.isPresent()) {
                return known.get().acceleration();
            }
            Acceleration verdict = proveNow(facts, image);
            LOG.info("acceleration: {}: {}", verdict.label(), verdict.reason());
            new ProbeResult(facts, verdict).write(file);
            return verdict;
        } finally {
            proving.unlock();
        }
    }

    private Acceleration proveNow(HostFacts facts, BootImage image) throws VmException, InterruptedException {
        long begun = System.nanoTime();
        Optional<String> obstacle = kvmObstacle(facts, image);
        boolean proved = obstacle.isEmpty();
        Long tscKhz = proved ? null : emulatedClock(image);
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
        Kind kind = proved ? Kind.KVM : facts.kvm() == HostFacts.KvmDevice.OPENS ? Kind.KVM_UNUSABLE : Kind.NO_KVM;
        return new Acceleration(
                kind,
                label(kind),
                obstacle.orElse("A test guest booted with /dev/kvm."),
                proved ? "Sandboxes run directly on the processor." : SLOW,
                tscKhz,
                proved && facts.nestable(),
                millis,
                facts.qemu(),
                System.currentTimeMillis());
    }

    /// Why no guest runs on KVM on this host; empty if one did.
    private Optional<String> kvmObstacle(HostFacts facts, BootImage image) throws VmException, InterruptedException {
        Optional<String> noDevice = deviceObstacle(facts);
        return noDevice.isPresent() ? noDevice : trial(boots.boot(image, Accelerator.KVM, KVM_PATIENCE));
    }

    /// Why there is no usable KVM device; empty if there is one.
    private static Optional<String> deviceObstacle(HostFacts facts) {
        return switch (facts.kvm()) {
            case ABSENT ->
                Optional.of("/dev/kvm does not exist: virtualization is disabled in the firmware, or its kernel "
                        + "module is not loaded.");
            case FORBIDDEN ->
                Optional.of("/dev/kvm exists, but you do not have permission to open it; members of the group kvm do.");
            case OPENS -> Optional.empty();
        };
    }

    private static Optional<String> trial(ProbeBoot.Outcome outcome) {
        if (outcome.lives()) {
            return Optional.empty();
        }
        String words = outcome.lastWords().isEmpty() ? "no output" : "last output: " + outcome.lastWords();
        String obstacle = outcome.ended()
                ? "/dev/kvm can be opened, but QEMU could not run a guest with it (%s).".formatted(words)
                : "/dev/kvm can be opened and responds, but a guest made no progress within %d s (%s)."
                        .formatted(KVM_PATIENCE.toSeconds(), words);
        return Optional.of(obstacle);
    }

    private @Nullable Long emulatedClock(BootImage image) throws VmException, InterruptedException {
        List<Long> rates = new ArrayList<>();
        boolean lived = false;
        String lastWords = "";
        for (int boot = 0; boot < TCG_BOOTS; boot++) {
            ProbeBoot.Outcome outcome = boots.boot(image, Accelerator.TCG, TCG_PATIENCE);
            lived |= outcome.lives();
            lastWords = outcome.lastWords();
            Long rate = outcome.tscKhz();
            if (rate != null) {
                if (lived && rates.stream().anyMatch(other -> same(other, rate))) {
                    return rate;
                }
                rates.add(rate);
            }
        }
        if (!lived || rates.isEmpty()) {
            ProbeBoot.Outcome reported = boots.bootWithFrequency(image, REPORTED_PATIENCE);
            if (reported.lives()) {
                return reported.tscKhz();
            }
        }
        if (!lived) {
            throw new VmException(
                    VmException.NOT_STARTED,
                    "none of %d emulated test boots succeeded; last output: %s".formatted(TCG_BOOTS, lastWords),
                    "The guest image may be damaged. Rebuild the image with `belljar image build`.",
                    null);
        }
        return rates.isEmpty() ? null : rates.stream().sorted().toList().get(rates.size() / 2);
    }

    private static boolean same(long one, long other) {
        return Math.abs(one - other) <= SAME_RATE * Math.max(one, other);
    }

    private static String label(Kind kind) {
        return switch (kind) {
            case KVM -> "KVM";
            case KVM_UNUSABLE, NO_KVM -> "Emulated (slow, less isolated)";
            case UNKNOWN -> "KVM not tested yet";
        };
    }

    private static String capital(String sentence) {
        return sentence.isEmpty() ? "" : Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
    }

    private static Acceleration unknown(String why) {
        return new Acceleration(Kind.UNKNOWN, label(Kind.UNKNOWN), capital(why) + ".", "", null, false, 0, "", 0);
    }
}
