package dev.belljar.agent.tool;

import dev.belljar.agent.guest.GuestExec;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.ExecCommand;
import java.nio.file.Path;

/// A machine of its own in which one program is built, whose network lets nothing out. Closing it destroys it with
/// everything in it.
public interface BuildMachine extends AutoCloseable {
    /// Starts a command in it.
    ///
    /// @throws BelljarException when the machine is not reached
    GuestExec exec(ExecCommand command) throws BelljarException, InterruptedException;

    @Override
    void close();

    /// Makes such machines.
    interface Maker {
        /// A new machine that can be used; `folder`, which is made, is the project it is for, and tells it from others.
        ///
        /// @throws BelljarException when there can be none now; nothing of it is left
        BuildMachine make(Path folder) throws BelljarException, InterruptedException;
    }
}
