package dev.belljar.agent.status;

import com.sun.management.OperatingSystemMXBean;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.contract.environment.Environment.EnvironmentLimits;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.sandbox.MachineLimits;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The resources of this host, how busy it is, and the limits of machines derived from them. Memory and disk are in
/// bytes; `cpuPermille` is the part of all CPUs that any program used since the figures were last read.
public record HostFigures(int cpus, int cpuPermille, long memoryTotal, long memoryFree, long diskFree) {
    private static final long MIB = 1 << 20;
    private static final int DEFAULT_MEMORY = 8192;
    private static final int DEFAULT_CPUS = 4;
    private static final int DEFAULT_DISK = 16_384;
    /// Memory in MiB that the host itself needs to stay usable.
    private static final int RESERVED_MEMORY = 1024;

    /// The current figures; `data` determines the disk.
    static HostFigures now(Path data) throws IOException {
        String memory = Files.readString(Path.of("/proc/meminfo"), StandardCharsets.US_ASCII);
        return new HostFigures(
                ManagementFactory.getOperatingSystemMXBean().getAvailableProcessors(),
                cpuLoad(),
                meminfo(memory, "MemTotal"),
                meminfo(memory, "MemAvailable"),
                Files.getFileStore(data).getUsableSpace());
    }

    /// The current figures, for a request that fails without them.
    ///
    /// @throws SandboxException when they cannot be read
    public static HostFigures required(Path data) throws SandboxException {
        try {
            return now(data);
        } catch (IOException e) {
            throw new SandboxException(
                    ProblemCode.INTERNAL, "the resources of this computer cannot be read: " + e.getMessage(), null);
        }
    }

    /// The default limits of a machine: 8,192 MiB and 4 CPUs, at most half of the host's memory and all of its
    /// CPUs.
    MachineLimits defaults() {
        int half = (int) Math.max(MachineLimits.LEAST.memoryMiB(), memoryTotal / MIB / 2);
        return new MachineLimits(Math.min(DEFAULT_MEMORY, half), Math.min(DEFAULT_CPUS, cpus), DEFAULT_DISK);
    }

    /// The highest limits of a single machine.
    public MachineLimits most() {
        int memory = (int) Math.max(MachineLimits.LEAST.memoryMiB(), memoryTotal / MIB - RESERVED_MEMORY);
        return new MachineLimits(
                memory, cpus, (int) Math.max(MachineLimits.LEAST.diskMiB(), Math.min(diskFree / MIB, 1 << 20)));
    }

    /// The limits that a request asks for, each checked against what is possible.
    public MachineLimits limits(CreateSandbox request) throws SandboxException {
        MachineLimits defaults = defaults();
        MachineLimits most = most();
        MachineLimits least = MachineLimits.LEAST;
        return new MachineLimits(
                within(
                        "memory",
                        request.memoryMiB(),
                        defaults.memoryMiB(),
                        least.memoryMiB(),
                        most.memoryMiB(),
                        " MiB"),
                within("cpus", request.cpus(), defaults.cpus(), least.cpus(), most.cpus(), ""),
                // The disk grows as it is written: the default may exceed the free space, an explicit size may
                // not.
                within("disk", request.diskMiB(), defaults.diskMiB(), least.diskMiB(), most.diskMiB(), " MiB"));
    }

    /// The request with the limits of the project's environment where it asks for none, each bounded by what is
    /// possible here: the environment was not written for this computer alone.
    public CreateSandbox withDefaults(CreateSandbox request, EnvironmentLimits limits) {
        MachineLimits most = most();
        MachineLimits least = MachineLimits.LEAST;
        return new CreateSandbox(
                request.path(),
                request.name(),
                either(request.memoryMiB(), limits.memoryMiB(), least.memoryMiB(), most.memoryMiB()),
                either(request.cpus(), limits.cpus(), least.cpus(), most.cpus()),
                either(request.diskMiB(), limits.diskMiB(), least.diskMiB(), most.diskMiB()),
                request.networkMode(),
                request.plainFolder(),
                request.start(),
                request.oneShot());
    }

    private static @Nullable Integer either(@Nullable Integer asked, @Nullable Integer standard, int least, int most) {
        return asked != null || standard == null ? asked : Integer.valueOf(Math.clamp(standard, least, most));
    }

    private static int cpuLoad() {
        // NaN or negative before the second reading, and where the host does not tell.
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean host
                ? (int) Math.round(Math.clamp(host.getCpuLoad(), 0, 1) * 1000)
                : 0;
    }

    private static int within(String what, @Nullable Integer asked, int standard, int least, int most, String unit)
            throws SandboxException {
        if (asked == null) {
            return standard;
        }
        if (asked < least || asked > most) {
            throw new SandboxException(
                    SandboxException.LIMITS,
                    "%s %d%s: expected %d to %d on this computer".formatted(what, asked, unit, least, most),
                    "`belljar doctor` shows the resources of this computer.");
        }
        return asked;
    }

    private static long meminfo(String text, String key) {
        return text.lines()
                .filter(line -> line.startsWith(key + ":"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
                .findFirst()
                .orElse(0);
    }
}
