package dev.belljar.agent.settings;

import dev.belljar.contract.request.sandbox.SetSandboxSettings;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.sandbox.SandboxSetting;
import dev.belljar.contract.view.settings.ShareSettings;
import org.jspecify.annotations.Nullable;

/// What was set for one sandbox after it was created, as it is stored; null is the default. The units are those
/// of `SetSandboxSettings`.
public record OwnSettings(
        @Nullable Integer memoryMiB,
        @Nullable Integer cpus,
        @Nullable Integer diskMiB,
        @Nullable Long idleMinutes,
        @Nullable Long lifetimeMinutes,
        @Nullable Integer processes,
        @Nullable Integer cpuWeight,
        @Nullable Integer cpuCap,
        @Nullable Long diskRate) {
    /// Nothing was set.
    public static final OwnSettings NOTHING = new OwnSettings(null, null, null, null, null, null, null, null, null);

    /// These settings after a request: its values, else the present ones unless it resets them.
    OwnSettings with(SetSandboxSettings request) {
        return new OwnSettings(
                next(request, SandboxSetting.MEMORY, request.memoryMiB(), memoryMiB),
                next(request, SandboxSetting.CPUS, request.cpus(), cpus),
                next(request, SandboxSetting.DISK, request.diskMiB(), diskMiB),
                next(request, SandboxSetting.IDLE, request.idleMinutes(), idleMinutes),
                next(request, SandboxSetting.LIFETIME, request.lifetimeMinutes(), lifetimeMinutes),
                next(request, SandboxSetting.PROCESSES, request.processes(), processes),
                next(request, SandboxSetting.CPU_WEIGHT, request.cpuWeight(), cpuWeight),
                next(request, SandboxSetting.CPU_CAP, request.cpuCap(), cpuCap),
                next(request, SandboxSetting.DISK_RATE, request.diskRate(), diskRate));
    }

    private static <T> @Nullable T next(
            SetSandboxSettings request, SandboxSetting setting, @Nullable T wanted, @Nullable T now) {
        return wanted != null ? wanted : request.resets().contains(setting) ? null : now;
    }

    /// The limits that were set, over those that the machine has. A disk never shrinks.
    public MachineLimits over(MachineLimits machine) {
        return new MachineLimits(
                memoryMiB == null ? machine.memoryMiB() : memoryMiB,
                cpus == null ? machine.cpus() : cpus,
                diskMiB == null ? machine.diskMiB() : Math.max(machine.diskMiB(), diskMiB));
    }

    /// The limits with which the machine starts next: a machine that continues from saved memory keeps its
    /// memory and CPUs, because that memory fits no other machine, and only its disk grows.
    public MachineLimits atStart(MachineLimits machine, boolean boots) {
        MachineLimits wanted = over(machine);
        return boots ? wanted : new MachineLimits(machine.memoryMiB(), machine.cpus(), wanted.diskMiB());
    }

    /// What the sandbox may use while it runs.
    ShareSettings shares() {
        return new ShareSettings(processes, cpuWeight, cpuCap, diskRate);
    }

    /// What cannot be in a stored file, null if nothing is wrong.
    static @Nullable String wrong(OwnSettings found) {
        return negative(found.memoryMiB)
                        || negative(found.cpus)
                        || negative(found.diskMiB)
                        || negative(found.processes)
                        || negative(found.cpuWeight)
                        || negative(found.cpuCap)
                        || (found.diskRate != null && found.diskRate <= 0)
                        || (found.idleMinutes != null && found.idleMinutes < 0)
                        || (found.lifetimeMinutes != null && found.lifetimeMinutes < 0)
                ? "a number in it is out of range"
                : null;
    }

    private static boolean negative(@Nullable Integer value) {
        return value != null && value <= 0;
    }
}
