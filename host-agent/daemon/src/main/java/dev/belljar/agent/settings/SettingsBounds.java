package dev.belljar.agent.settings;

import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.sandbox.SetSandboxSettings;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.sandbox.SandboxSetting;
import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.view.settings.PeriodSetting;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Checks the values of a request against what a machine and this computer can have: `now` are the limits of
/// the sandbox's machine, `most` the highest on this computer.
record SettingsBounds(String name, MachineLimits now, MachineLimits most) {
    /// Fewer processes and threads than this would not let a shell work.
    static final int LEAST_PROCESSES = 32;

    /// The kernel's own limit of process ids.
    static final int MOST_PROCESSES = 4_194_304;

    static final int LEAST_CAP = 5;
    static final int LEAST_WEIGHT = 1;
    static final int MOST_WEIGHT = 10_000;
    static final long LEAST_RATE = 1L << 20;
    static final long MOST_RATE = 1L << 40;
    private static final long MOST_MINUTES = Duration.ofDays(10_000).toMinutes();
    private static final ProblemCode FIXED = new ProblemCode("settings.fixed", 409);
    private static final String DOCTOR = "`belljar doctor` shows the resources of this computer.";

    /// Checks a request.
    ///
    /// @throws SandboxException with the name of the first wrong value, what was given and what was expected
    void check(SetSandboxSettings request, PeriodSetting idle, PeriodSetting lifetime) throws SandboxException {
        if (request.equals(SetSandboxSettings.NOTHING)) {
            throw invalid("nothing to change: expected at least one setting, for example memoryMiB", null);
        }
        conflict(request);
        MachineLimits least = MachineLimits.LEAST;
        within("memory", request.memoryMiB(), least.memoryMiB(), most.memoryMiB(), " MiB on this computer");
        within("cpus", request.cpus(), least.cpus(), most.cpus(), " on this computer");
        disk(request.diskMiB());
        period("idle", request.idleMinutes(), idle, request.resets().contains(SandboxSetting.IDLE));
        period("lifetime", request.lifetimeMinutes(), lifetime, request.resets().contains(SandboxSetting.LIFETIME));
        within("processes", request.processes(), LEAST_PROCESSES, MOST_PROCESSES, "");
        within("cpuWeight", request.cpuWeight(), LEAST_WEIGHT, MOST_WEIGHT, "");
        within("cpuCap", request.cpuCap(), LEAST_CAP, 100 * most.cpus(), " percent on this computer");
        Long rate = request.diskRate();
        if (rate != null && (rate < LEAST_RATE || rate > MOST_RATE)) {
            throw invalid(
                    "diskRate %d: expected %s to %s a second"
                            .formatted(rate, ByteCount.binaryWords(LEAST_RATE), ByteCount.binaryWords(MOST_RATE)),
                    null);
        }
    }

    /// A setting cannot be set and reset in one request.
    private static void conflict(SetSandboxSettings request) throws SandboxException {
        for (SandboxSetting setting : request.resets()) {
            if (wanted(request, setting) != null) {
                throw invalid(
                        "%s: set, and also listed in `reset`: expected at most one of the two"
                                .formatted(setting.word()),
                        null);
            }
        }
    }

    private static @Nullable Object wanted(SetSandboxSettings request, SandboxSetting setting) {
        return switch (setting) {
            case MEMORY -> request.memoryMiB();
            case CPUS -> request.cpus();
            case DISK -> request.diskMiB();
            case IDLE -> request.idleMinutes();
            case LIFETIME -> request.lifetimeMinutes();
            case NETWORK -> request.networkMode();
            case PROCESSES -> request.processes();
            case CPU_WEIGHT -> request.cpuWeight();
            case CPU_CAP -> request.cpuCap();
            case DISK_RATE -> request.diskRate();
        };
    }

    private void disk(@Nullable Integer wanted) throws SandboxException {
        if (wanted == null || wanted == now.diskMiB()) {
            return;
        }
        if (wanted < now.diskMiB()) {
            throw new SandboxException(
                    SandboxException.LIMITS,
                    "disk %d MiB: expected more than the current %d MiB, because the disk of %s can only grow"
                            .formatted(wanted, now.diskMiB(), name),
                    "To return space to this computer, delete files in the sandbox.");
        }
        if (wanted > most.diskMiB()) {
            throw new SandboxException(
                    SandboxException.LIMITS,
                    "disk %d MiB: expected %d to %d MiB on this computer"
                            .formatted(wanted, now.diskMiB(), Math.max(now.diskMiB(), most.diskMiB())),
                    DOCTOR);
        }
    }

    private static void period(String what, @Nullable Long minutes, PeriodSetting now, boolean reset)
            throws SandboxException {
        if (minutes != null && (minutes < 0 || minutes > MOST_MINUTES)) {
            throw invalid(
                    "%sMinutes %d: expected 0 for no limit, or at most %,d (10,000 days)"
                            .formatted(what, minutes, MOST_MINUTES),
                    null);
        }
        if (now.fixed() && (minutes != null || reset)) {
            throw new SandboxException(
                    FIXED,
                    "%sMinutes: set in the host agent's environment, for all sandboxes".formatted(what),
                    "Restart the host agent without that environment variable: `belljar agent stop`, then `belljar "
                            + "agent start`.");
        }
    }

    private static void within(String what, @Nullable Integer value, int least, int most, String unit)
            throws SandboxException {
        if (value != null && (value < least || value > most)) {
            throw invalid(
                    "%s %d: expected %d to %d%s".formatted(what, value, least, most, unit),
                    unit.isEmpty() ? null : DOCTOR);
        }
    }

    private static SandboxException invalid(String message, @Nullable String hint) {
        return new SandboxException(SandboxException.LIMITS, message, hint);
    }
}
