package dev.belljar.agent.sandbox;

import dev.belljar.agent.host.ConfinementLayers;
import dev.belljar.agent.vm.VmDriver;
import dev.belljar.agent.vm.VmException;
import dev.belljar.contract.sandbox.Guarantee;
import dev.belljar.contract.view.Check;
import java.util.ArrayList;
import java.util.List;

/// What holds a machine's QEMU, and the git that reads its work, to their own files on this host: one guarantee for
/// each
/// layer that was measured, with what its absence costs.
record ConfinementGuarantees(ConfinementLayers layers, String problem) {
    private static final String PARTIAL =
            "Allow unprivileged user namespaces (sysctl kernel.apparmor_restrict_unprivileged_userns=0) or run Linux 6.12 or newer";

    /// As this driver measures them.
    static ConfinementGuarantees of(VmDriver driver) {
        try {
            return new ConfinementGuarantees(driver.confinement(), "");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new ConfinementGuarantees(ConfinementLayers.NONE, "It is not measured yet.");
        } catch (VmException e) {
            return new ConfinementGuarantees(ConfinementLayers.NONE, String.valueOf(e.getMessage()));
        }
    }

    List<Guarantee> rows() {
        if (!layers.holdsFiles()) {
            return List.of(new Guarantee("confined-files", false, noFiles()));
        }
        return List.of(
                new Guarantee("confined-files", true, files()),
                new Guarantee("confined-network", true, network()),
                new Guarantee("confined-processes", true, processes()),
                new Guarantee("confined-user", layers.ownUser() || inUserNamespace(), user()),
                new Guarantee("confined-memory", layers.cgroup(), memory()));
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

    private String memory() {
        return layers.cgroup()
                ? "A control group bounds the memory and the processes of QEMU."
                : "No control group bounds QEMU: what escaped into it could use up the host's memory, as any program of"
                        + " yours could.";
    }
}
