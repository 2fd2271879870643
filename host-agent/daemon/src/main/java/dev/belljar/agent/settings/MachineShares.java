package dev.belljar.agent.settings;

import dev.belljar.agent.guest.BelljarScript;
import dev.belljar.agent.guest.ExecOutcome;
import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.host.ControlGroups;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vm.VmException;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.sandbox.Gauges;
import dev.belljar.contract.sandbox.SandboxSetting;
import dev.belljar.contract.text.VisibleText;
import dev.belljar.contract.view.settings.UnappliedSetting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Applies what a sandbox may use to its running machine: CPU by the machine's control group, the disk rate by
/// QEMU, the process limit by a control group in the guest.
///
/// The limits inside the guest are against mistakes, such as a build that starts a process for each file: root
/// in the guest can lift them. What the guest cannot lift are the limits of its machine.
public record MachineShares(ControlGroups groups) {
    /// The share of a machine in `MachineConfinement`, of which the host agent has twice as much.
    private static final String USUAL_WEIGHT = "50";

    private static final int PERIOD_US = 100_000;
    private static final int PERCENT = 100;
    private static final int OUTPUT = 1_024;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /// `$limit` is a number or `max`. The guest agent puts each command of a user into this group.
    private static final String LIMIT_PROCESSES = """
            root=/sys/fs/cgroup
            if ! [ -e $root/cgroup.subtree_control ]; then
                echo 'there are no control groups (cgroup v2) in the guest' >&2
                exit 1
            fi
            grep -qw pids $root/cgroup.subtree_control || echo +pids >$root/cgroup.subtree_control || exit 1
            mkdir -p $root/belljar && echo $limit >$root/belljar/pids.max
            """;

    private static final String GROW_DISK = """
            PATH=$PATH:/usr/sbin:/sbin
            resize2fs /dev/vdb
            """;

    /// Applies the stored settings; returns those that could not be applied.
    ///
    /// Takes no lock: it repeats until the settings did not change meanwhile, so that of several threads the
    /// last one applies the newest.
    public List<UnappliedSetting> apply(SandboxRuntime sandbox) throws InterruptedException {
        List<UnappliedSetting> faults = new ArrayList<>();
        OwnSettings own;
        do {
            own = SettingsStore.of(sandbox.folder());
            faults.clear();
            faults.addAll(applyToMachine(sandbox, own));
            faults.addAll(applyToGuest(sandbox, own));
        } while (!SettingsStore.of(sandbox.folder()).equals(own));
        return faults;
    }

    private List<UnappliedSetting> applyToMachine(SandboxRuntime sandbox, OwnSettings own) throws InterruptedException {
        List<UnappliedSetting> faults = new ArrayList<>(applyToGroup(sandbox, own));
        Machine machine = sandbox.machine().orElse(null);
        if (machine != null) {
            try {
                machine.limitDisk(own.diskRate() == null ? 0 : own.diskRate());
            } catch (VmException e) {
                faults.add(new UnappliedSetting(SandboxSetting.DISK_RATE, String.valueOf(e.getMessage())));
            }
        }
        return faults;
    }

    private List<UnappliedSetting> applyToGroup(SandboxRuntime sandbox, OwnSettings own) {
        List<UnappliedSetting> faults = new ArrayList<>(withoutGroups(own));
        if (faults.isEmpty() && groups.problem().isEmpty()) {
            Map<SandboxSetting, Map<String, String>> files = new HashMap<>();
            files.put(
                    SandboxSetting.CPU_WEIGHT,
                    Map.of("cpu.weight", own.cpuWeight() == null ? USUAL_WEIGHT : String.valueOf(own.cpuWeight())));
            files.put(SandboxSetting.CPU_CAP, Map.of("cpu.max", cap(own.cpuCap())));
            files.forEach((setting, values) -> {
                try {
                    groups.change(sandbox.id(), values);
                } catch (IOException e) {
                    if (set(own, setting)) {
                        faults.add(new UnappliedSetting(setting, "the control group cannot be changed: " + e));
                    }
                }
            });
        }
        return faults;
    }

    private static boolean set(OwnSettings own, SandboxSetting setting) {
        return setting == SandboxSetting.CPU_CAP ? own.cpuCap() != null : own.cpuWeight() != null;
    }

    private static String cap(@Nullable Integer percent) {
        return (percent == null ? "max" : String.valueOf((long) percent * PERIOD_US / PERCENT)) + " " + PERIOD_US;
    }

    /// The settings that have no effect because this computer gives the host agent no control groups.
    List<UnappliedSetting> withoutGroups(OwnSettings own) {
        List<UnappliedSetting> faults = new ArrayList<>();
        if (!groups.problem().isEmpty()) {
            if (own.cpuWeight() != null) {
                faults.add(new UnappliedSetting(SandboxSetting.CPU_WEIGHT, groups.problem()));
            }
            if (own.cpuCap() != null) {
                faults.add(new UnappliedSetting(SandboxSetting.CPU_CAP, groups.problem()));
            }
        }
        return faults;
    }

    /// Sets the process limit in the guest, and lets its file system use a disk that has grown; returns what
    /// could not be applied.
    private static List<UnappliedSetting> applyToGuest(SandboxRuntime sandbox, OwnSettings own)
            throws InterruptedException {
        List<UnappliedSetting> faults = new ArrayList<>();
        GuestLink link = sandbox.anyLink().orElse(null);
        if (link == null) {
            return faults;
        }
        String limit = own.processes() == null ? "max" : String.valueOf(own.processes());
        String fault = run(link, "process-limit", "limit=" + limit + "\n" + LIMIT_PROCESSES);
        if (fault != null && own.processes() != null) {
            faults.add(new UnappliedSetting(SandboxSetting.PROCESSES, fault));
        }
        String grown = own.diskMiB() != null || smallDisk(sandbox) ? run(link, "grow-disk", GROW_DISK) : null;
        if (grown != null) {
            faults.add(new UnappliedSetting(SandboxSetting.DISK, "the file system was not enlarged: " + grown));
        }
        return faults;
    }

    /// True if the guest's file system is much smaller than the machine's disk, as after a start from a template
    /// with a smaller one. A file system needs less than an eighth of its disk for itself.
    public static boolean smallDisk(SandboxRuntime sandbox) {
        Gauges gauges = sandbox.observation().gauges();
        long disk = (long) sandbox.record().spec().limits().diskMiB() << 20;
        return gauges != null && gauges.diskTotal() > 0 && gauges.diskTotal() < disk - disk / 8;
    }

    private static @Nullable String run(GuestLink link, String name, String script) throws InterruptedException {
        ExecCommand command = BelljarScript.command(name, script, "root", PATIENCE);
        try {
            ExecOutcome outcome = ExecOutcome.of(link.exec(command), new byte[0], OUTPUT);
            if (Integer.valueOf(0).equals(outcome.exit().code())) {
                return null;
            }
            String said = VisibleText.line(new String(outcome.err(), StandardCharsets.UTF_8).strip());
            return said.isEmpty() ? "the command in the guest failed" : "the guest reports: " + said;
        } catch (GuestException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
