package dev.belljar.agent.tool;

import dev.belljar.agent.guest.GuestExec;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.session.ExecCommand;
import java.nio.file.Path;

/// A separate machine without network access in which one program is built. Closing it destroys the machine with
/// all its files.
public interface BuildMachine extends AutoCloseable {
    /// Starts a command in the machine.
    ///
    /// @throws BelljarException when the machine cannot be reached
    GuestExec exec(ExecCommand command) throws BelljarException, InterruptedException;

    @Override
    void close();

    /// Creates such machines.
    interface Maker {
        /// Creates a machine that is ready for use; `folder`, which is created, is its project and identifies
        /// it.
        ///
        /// @throws BelljarException when that is not possible now; no part of it remains
        BuildMachine make(Path folder) throws BelljarException, InterruptedException;
    }
}
