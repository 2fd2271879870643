package dev.belljar.agent.status;

import dev.belljar.agent.host.ConfinementLayers;
import dev.belljar.agent.host.ProcessConfinement;
import dev.belljar.agent.vm.VmDriver;
import dev.belljar.agent.vm.VmException;
import dev.belljar.contract.sandbox.Guarantee;
import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.view.host.DoctorCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The guarantees about the confinement of a machine's QEMU, and of the git that reads its work, to their own
/// files on this host: one for each measured layer, with the consequence of its absence.
///
/// `problem` says why nothing was measured and `ungrouped` why there are no control groups; each is empty if it
/// does not apply.
public record ConfinementGuarantees(
        ConfinementLayers layers, String problem, String ungrouped, MachineProcess running) {
    private static final String PARTIAL =
            "Allow unprivileged user namespaces (sysctl kernel.apparmor_restrict_unprivileged_userns=0) or run Linux"
                    + " 6.12 or newer";
    private static final String GROUPED =
            "Each sandbox's QEMU runs in its own control group, which limits its memory and threads.";
    /// Number of seccomp filters: QEMU's own and the launcher's.
    private static final int FILTERS = 2;

    /// What was read of the machine's process: `found` is empty if none runs (`there` is false) or it may not be
    /// inspected.
    record MachineProcess(boolean there, Optional<ProcessConfinement> found) {
        static final MachineProcess NONE = new MachineProcess(false, Optional.empty());

        static MachineProcess of(@Nullable Long pid) {
            return pid == null ? NONE : new MachineProcess(true, ProcessConfinement.of(pid));
        }
    }

    /// The guarantees as this driver measured them and as the machine's process shows them, if one runs.
    static ConfinementGuarantees of(VmDriver driver, @Nullable Long pid) {
        String ungrouped = driver.groups().problem();
        MachineProcess running = MachineProcess.of(pid);
        try {
            return new ConfinementGuarantees(driver.confinement(), "", ungrouped, running);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new ConfinementGuarantees(
                    ConfinementLayers.NONE, "Confinement has not been measured yet.", ungrouped, running);
        } catch (VmException e) {
            return new ConfinementGuarantees(
                    ConfinementLayers.NONE, String.valueOf(e.getMessage()), ungrouped, running);
        }
    }

    List<Guarantee> rows() {
        if (!layers.holdsFiles()) {
            return List.of(new Guarantee("confined-files", false, noFiles()));
        }
        return List.of(
                row("confined-files", true, process -> !layers.view() || apart(process, "mnt"), files()),
                row("confined-network", true, process -> !layers.view() || apart(process, "net"), network()),
                row("confined-processes", true, process -> true, processes()),
                row("confined-user", layers.ownUser() || inUserNamespace(), this::otherUser, user()),
                memory());
    }

    /// A guarantee that holds if the layer was measured on this host and, for a running machine, its process
    /// shows it.
    private Guarantee row(String name, boolean measured, Predicate<ProcessConfinement> shown, String words) {
        if (!measured || !running.there()) {
            return new Guarantee(name, measured, words);
        }
        if (running.found().isEmpty()) {
            return new Guarantee(name, false, "Unknown: this sandbox's QEMU process cannot be inspected.");
        }
        ProcessConfinement process = running.found().get();
        boolean filtered = process.noNewPrivileges() && process.filters() >= FILTERS && !process.capable();
        return filtered && shown.test(process)
                ? new Guarantee(name, true, words)
                : new Guarantee(
                        name,
                        false,
                        "This sandbox's QEMU runs without this layer because an older version of Belljar started it. "
                                + "Stop and start the sandbox.");
    }

    private static boolean apart(ProcessConfinement process, String namespace) {
        return process.apart().contains(namespace);
    }

    private boolean otherUser(ProcessConfinement process) {
        return layers.ownUser() ? !process.sameUser() : apart(process, "user");
    }

    /// The doctor's check of confinement: machines do not start if it fails.
    DoctorCheck check() {
        if (!layers.holdsFiles()) {
            return new DoctorCheck(
                    "Confinement", "fail", noFiles(), problem.isEmpty() ? PARTIAL : "make -C host-agent/confine");
        }
        List<String> missing = new ArrayList<>();
        if (!layers.view()) {
            missing.add("no namespaces");
        }
        if (layers.landlock() == 0) {
            missing.add("no Landlock");
        } else if (layers.landlock() < ConfinementLayers.LANDLOCK_SCOPES) {
            missing.add("Landlock ABI " + layers.landlock() + " instead of " + ConfinementLayers.LANDLOCK_SCOPES);
        }
        return missing.isEmpty()
                ? new DoctorCheck(
                        "Confinement",
                        "ok",
                        "QEMU and git see only their own files (namespaces, Landlock ABI " + layers.landlock()
                                + ", seccomp)",
                        null)
                : new DoctorCheck(
                        "Confinement",
                        "warn",
                        "QEMU and git see only their own files, but not every layer is available: "
                                + String.join(", ", missing),
                        PARTIAL);
    }

    private String noFiles() {
        return problem.isEmpty()
                ? "This computer allows neither namespaces nor Landlock, so QEMU cannot be confined to "
                        + "its own files and no sandbox can start."
                : problem;
    }

    private String files() {
        String by = layers.view() && layers.landlock() > 0
                ? "a mount namespace and Landlock enforce this"
                : layers.view()
                        ? "a mount namespace enforces this; the kernel has no Landlock"
                        : "Landlock alone enforces this";
        return "QEMU sees only this sandbox's files and the system's programs: " + by
                + ". Code that escapes into QEMU could still change this sandbox's own disk, including "
                + "layers that were written after it started and are shared with its branches.";
    }

    private String network() {
        String by = layers.view()
                ? ", and QEMU's network namespace is empty"
                : layers.landlock() >= ConfinementLayers.LANDLOCK_NETWORK ? ", and Landlock forbids TCP" : "";
        return "QEMU can neither open a network socket nor connect to any socket: a seccomp filter forbids it" + by
                + ".";
    }

    private String processes() {
        String by = layers.landlock() >= ConfinementLayers.LANDLOCK_SCOPES ? " and Landlock forbid it" : " forbids it";
        return "QEMU cannot read, trace or signal other processes: a seccomp filter" + by
                + ". QEMU shares this computer's PID namespace, because the host agent must be able "
                + "to find QEMU again.";
    }

    /// False for root, who creates the other namespaces without a user namespace.
    private boolean inUserNamespace() {
        return layers.view() && !layers.root();
    }

    private String user() {
        if (layers.ownUser()) {
            return "Each sandbox's QEMU runs as a separate user that nothing else on this computer uses.";
        }
        return inUserNamespace()
                ? "QEMU runs as you, but in a user namespace where it has no rights over your other processes."
                : layers.root()
                        ? "QEMU runs as root without any capabilities: this computer does not allow a separate "
                                + "user for QEMU."
                        : "QEMU runs as you: only the other layers protect your files and processes from it.";
    }

    private Guarantee memory() {
        if (!running.there()) {
            return new Guarantee("confined-memory", layers.cgroup(), layers.cgroup() ? GROUPED : ungroupedWords());
        }
        ProcessConfinement.Bounds bounds =
                running.found().map(ProcessConfinement::bounds).orElse(null);
        return bounds == null
                ? new Guarantee("confined-memory", false, ungroupedWords())
                : new Guarantee(
                        "confined-memory",
                        true,
                        "QEMU has its own control group, which limits it to %s of memory and %d threads."
                                .formatted(ByteCount.words(bounds.memory()), bounds.threads()));
    }

    private String ungroupedWords() {
        String why = layers.cgroup()
                ? "an older version of Belljar started this sandbox"
                : ungrouped.isEmpty() ? "the kernel refused to create one" : ungrouped;
        return "QEMU is not limited by a control group (" + why
                + "): code that escapes into QEMU could use up this computer's memory, as any of your "
                + "programs could.";
    }
}
