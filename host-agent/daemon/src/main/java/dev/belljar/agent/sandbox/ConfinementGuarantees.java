package dev.belljar.agent.sandbox;

import dev.belljar.agent.host.ConfinementLayers;
import dev.belljar.agent.host.ProcessConfinement;
import dev.belljar.agent.vm.VmDriver;
import dev.belljar.agent.vm.VmException;
import dev.belljar.contract.sandbox.Guarantee;
import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.view.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What holds a machine's QEMU, and the git that reads its work, to their own files on this host: one guarantee for
/// each layer that was measured, with what its absence costs.
///
/// `problem` is why nothing was measured and `ungrouped` why there are no control groups, each empty where it is so.
record ConfinementGuarantees(ConfinementLayers layers, String problem, String ungrouped, MachineProcess running) {
    private static final String PARTIAL =
            "Allow unprivileged user namespaces (sysctl kernel.apparmor_restrict_unprivileged_userns=0) or run Linux 6.12 or newer";
    private static final String GROUPED =
            "Each machine's QEMU gets a control group of its own, which bounds its memory and its threads.";
    /// QEMU's own filter of system calls, and the launcher's.
    private static final int FILTERS = 2;

    /// What was read of the machine's process: `found` is empty where none runs (`there` is false), or where it may not
    /// be looked at.
    record MachineProcess(boolean there, Optional<ProcessConfinement> found) {
        static final MachineProcess NONE = new MachineProcess(false, Optional.empty());

        static MachineProcess of(@Nullable Long pid) {
            return pid == null ? NONE : new MachineProcess(true, ProcessConfinement.of(pid));
        }
    }

    /// As this driver measures them, and as this machine's process shows them, if one runs.
    static ConfinementGuarantees of(VmDriver driver, @Nullable Long pid) {
        String ungrouped = driver.groups().problem();
        MachineProcess running = MachineProcess.of(pid);
        try {
            return new ConfinementGuarantees(driver.confinement(), "", ungrouped, running);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new ConfinementGuarantees(ConfinementLayers.NONE, "It is not measured yet.", ungrouped, running);
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

    /// Kept where it was measured on this host and, where a machine runs, its process shows it.
    private Guarantee row(String name, boolean measured, Predicate<ProcessConfinement> shown, String words) {
        if (!measured || !running.there()) {
            return new Guarantee(name, measured, words);
        }
        if (running.found().isEmpty()) {
            return new Guarantee(name, false, "The machine's process cannot be looked at, so it is not known.");
        }
        ProcessConfinement process = running.found().get();
        boolean filtered = process.noNewPrivileges() && process.filters() >= FILTERS && !process.capable();
        return filtered && shown.test(process)
                ? new Guarantee(name, true, words)
                : new Guarantee(
                        name,
                        false,
                        "This machine's QEMU runs without it: it was started before Belljar confined machines, or not by"
                                + " Belljar. Stop and start the sandbox.");
    }

    private static boolean apart(ProcessConfinement process, String namespace) {
        return process.apart().contains(namespace);
    }

    private boolean otherUser(ProcessConfinement process) {
        return layers.ownUser() ? !process.sameUser() : apart(process, "user");
    }

    /// One line for the doctor: a machine does not start where it fails.
    Check check() {
        if (!layers.holdsFiles()) {
            return new Check(
                    "Confinement", "fail", noFiles(), problem.isEmpty() ? PARTIAL : "make -C host-agent/confine");
        }
        List<String> missing = new ArrayList<>();
        if (!layers.view()) {
            missing.add("no namespaces");
        }
        if (layers.landlock() == 0) {
            missing.add("no Landlock");
        } else if (layers.landlock() < ConfinementLayers.LANDLOCK_SCOPES) {
            missing.add("Landlock ABI " + layers.landlock() + " of " + ConfinementLayers.LANDLOCK_SCOPES);
        }
        return missing.isEmpty()
                ? new Check(
                        "Confinement",
                        "ok",
                        "QEMU and git see their own files alone (namespaces, Landlock ABI " + layers.landlock()
                                + ", filter of system calls)",
                        null)
                : new Check(
                        "Confinement",
                        "warn",
                        "QEMU and git see their own files alone, but with one layer fewer: "
                                + String.join(", ", missing),
                        PARTIAL);
    }

    private String noFiles() {
        return problem.isEmpty()
                ? "Nothing here would hold QEMU to its own files (neither namespaces nor Landlock), so no machine starts."
                : problem;
    }

    private String files() {
        String by = layers.view() && layers.landlock() > 0
                ? "by a view of its own and by Landlock"
                : layers.view() ? "by a view of its own; this kernel has no Landlock" : "by Landlock alone";
        return "QEMU sees the files of this sandbox and the system's programs, and nothing else, " + by
                + ". What escaped into QEMU could still change this sandbox's own disk, also the layers it wrote since it"
                + " was started, on which branches of it may lie.";
    }

    private String network() {
        String by = layers.view()
                ? ", and has no network of its own to use"
                : layers.landlock() >= ConfinementLayers.LANDLOCK_NETWORK ? ", and Landlock refuses TCP" : "";
        return "QEMU can neither make a network socket nor connect to any socket: a filter of system calls refuses it"
                + by + ".";
    }

    private String processes() {
        String by = layers.landlock() >= ConfinementLayers.LANDLOCK_SCOPES ? " and by Landlock" : "";
        return "QEMU can neither read, trace nor signal other processes, by a filter of system calls" + by
                + ". It shares the host's list of processes, so that the host agent can find it again.";
    }

    /// Root makes the other namespaces without one.
    private boolean inUserNamespace() {
        return layers.view() && !layers.root();
    }

    private String user() {
        if (layers.ownUser()) {
            return "Each machine's QEMU is a user of its own, which nothing else on this host is.";
        }
        return inUserNamespace()
                ? "QEMU is you, but in a user namespace where it has no rights over your other processes."
                : layers.root()
                        ? "QEMU is root without any capability: this host lets it take on no user of its own."
                        : "QEMU is you: only the other layers keep it from what is yours.";
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
                        "A control group of its own holds QEMU to %s of memory and %d threads."
                                .formatted(ByteCount.words(bounds.memory()), bounds.threads()));
    }

    private String ungroupedWords() {
        String why = layers.cgroup()
                ? "this machine was started before there was one"
                : ungrouped.isEmpty() ? "the kernel refused to set one up" : ungrouped;
        return "No control group bounds QEMU (" + why
                + "): what escaped into it could use up the host's memory, as any program of yours could.";
    }
}
