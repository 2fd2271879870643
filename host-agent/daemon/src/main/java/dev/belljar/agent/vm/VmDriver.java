package dev.belljar.agent.vm;

import dev.belljar.agent.host.ConfinementLayers;
import dev.belljar.agent.host.ControlGroups;
import dev.belljar.agent.host.ProcessIdentity;
import dev.belljar.agent.vmstate.SavedState;
import java.nio.file.Path;
import java.util.Optional;

/// Starts and manages virtual machines.
public interface VmDriver {
    /// Boots a machine and returns once its kernel has printed something (a boot that prints nothing for 5 s is
    /// repeated, twice at most).
    ///
    /// @throws VmException when it cannot be started; no process is left running
    Machine start(MachineSpec spec, ConsoleListener console) throws VmException, InterruptedException;

    /// The name of this machine's launch plan: a saved machine can be resumed only under the plan it was saved
    /// under.
    ///
    /// @throws VmException when QEMU is not installed
    String plan(MachineSpec spec) throws VmException, InterruptedException;

    /// Resumes a saved machine as this machine, with a private mapping of its memory and a layer over its disk
    /// (or the disk that this machine has); the machine runs when this returns. `console` receives its output;
    /// `beforeResume` is called when all is ready but the machine has not run yet.
    ///
    /// @throws VmException when it cannot be started or does not fit; no process is left running, and the saved
    /// state can be used again
    Machine resume(MachineSpec spec, SavedState savedState, ConsoleListener console, BeforeResume beforeResume)
            throws VmException, InterruptedException;

    /// Starts this machine on a layer over a frozen machine's disk (or on the disk this machine has); what was in that
    /// one's memory is left behind.
    ///
    /// @throws VmException when it cannot be started; no process is left running
    Machine start(MachineSpec spec, SavedState savedState, ConsoleListener console)
            throws VmException, InterruptedException;

    /// Compresses the disk of a stopped machine; this may take minutes.
    ///
    /// @throws VmException when that fails; the disk is unchanged then
    void pack(Path disk) throws VmException, InterruptedException;

    /// A step that must succeed before a machine runs.
    interface BeforeResume {
        void run() throws VmException;
    }

    /// The measured layers that confine a machine's process to its own files on this host.
    ///
    /// @throws VmException when the confinement launcher is missing; then no machine starts
    ConfinementLayers confinement() throws VmException, InterruptedException;

    /// The control groups of its machines.
    ControlGroups groups();

    /// The running process of this machine, found by its files on disk, whichever host agent started it.
    Optional<ProcessIdentity> running(MachineSpec spec);

    /// Takes over a running machine; empty if this process is not the machine.
    ///
    /// @throws VmException when it is the machine but does not answer
    Optional<Machine> adopt(MachineSpec spec, ProcessIdentity process) throws VmException, InterruptedException;
}
