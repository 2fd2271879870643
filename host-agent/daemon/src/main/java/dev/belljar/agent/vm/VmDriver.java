package dev.belljar.agent.vm;

import dev.belljar.agent.host.ConfinementLayers;
import dev.belljar.agent.host.ControlGroups;
import dev.belljar.agent.host.ProcessIdentity;
import dev.belljar.agent.vmstate.SavedState;
import java.nio.file.Path;
import java.util.Optional;

/// What can run machines.
public interface VmDriver {
    /// Starts a machine and returns once its kernel has printed something (a boot that prints nothing for 5 s is
    /// started again, twice at most).
    ///
    /// @throws VmException when it cannot be started; nothing of it is left running
    Machine start(MachineSpec spec, ConsoleListener console) throws VmException, InterruptedException;

    /// What names the launch plan of this machine: a frozen machine goes on only under the plan it was
    /// frozen under.
    ///
    /// @throws VmException when there is no QEMU
    String plan(MachineSpec spec) throws VmException, InterruptedException;

    /// Lets a frozen machine go on as this machine, on a private view of its memory and a layer over its disk (or
    /// on the disk this machine has); it runs when this returns. `console` hears it, `beforehand` is run when all
    /// is ready and it has not run yet.
    ///
    /// @throws VmException when it cannot be started or does not fit; nothing of it is left running, and it can be
    /// thawed again
    Machine thaw(MachineSpec spec, SavedState frozen, ConsoleListener console, Beforehand beforehand)
            throws VmException, InterruptedException;

    /// Starts this machine on a layer over a frozen machine's disk (or on the disk this machine has); what was in that
    /// one's memory is left behind.
    ///
    /// @throws VmException when it cannot be started; nothing of it is left running
    Machine start(MachineSpec spec, SavedState frozen, ConsoleListener console)
            throws VmException, InterruptedException;

    /// Compresses the disk of a machine that does not run; it may take minutes.
    ///
    /// @throws VmException when it cannot be done; the disk is as it was then
    void pack(Path disk) throws VmException, InterruptedException;

    /// What has to be done, and to succeed, before a machine runs.
    interface Beforehand {
        void run() throws VmException;
    }

    /// Which layers hold a machine's process to its own files on this host, measured.
    ///
    /// @throws VmException when the launcher that holds it is missing; then no machine starts
    ConfinementLayers confinement() throws VmException, InterruptedException;

    /// The control groups its machines get.
    ControlGroups groups();

    /// The process of this machine if it runs, found by what it left on disk, whoever started it.
    Optional<ProcessIdentity> running(MachineSpec spec);

    /// Takes over a machine that runs already, or nothing when this process is not it.
    ///
    /// @throws VmException when it is ours but does not answer
    Optional<Machine> adopt(MachineSpec spec, ProcessIdentity process) throws VmException, InterruptedException;
}
