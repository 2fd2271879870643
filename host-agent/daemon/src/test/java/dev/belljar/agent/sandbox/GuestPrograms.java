package dev.belljar.agent.sandbox;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.guest.GuestStream;
import dev.belljar.contract.request.session.ExecCommand;
import java.util.List;

/// The programs of a fake guest: what its commands do, and what answers on its ports.
public interface GuestPrograms {
    /// Starts a command.
    ///
    /// @throws GuestException when the guest refuses
    GuestExec exec(ExecCommand command) throws GuestException, InterruptedException;

    /// Connects to a port.
    ///
    /// @throws GuestException when nothing listens there
    GuestStream connect(int port) throws GuestException;

    /// Reads members of a folder as a tar archive.
    ///
    /// @throws GuestException when it has none
    default GuestStream get(String folder, List<String> members) throws GuestException {
        throw new GuestException(GuestException.REFUSED, folder + ": no such folder", null, null);
    }
}
