package dev.belljar.agent.vm;

import dev.belljar.agent.host.ProcessIdentity;
import java.util.Optional;

/// What can run machines.
public interface VmDriver {
    /// Starts a machine and returns once its kernel has printed something (a boot that prints nothing for 5 s is
    /// started again, twice at most).
    ///
    /// @throws VmException when it cannot be started; nothing of it is left running
    Machine start(MachineSpec spec, ConsoleListener console) throws VmException, InterruptedException;

    /// The process of this machine if it runs, found by what it left on disk, whoever started it.
    Optional<ProcessIdentity> running(MachineSpec spec);

    /// Takes over a machine that runs already, or nothing when this process is not it.
    ///
    /// @throws VmException when it is ours but does not answer
    Optional<Machine> adopt(MachineSpec spec, ProcessIdentity process) throws VmException, InterruptedException;
}
