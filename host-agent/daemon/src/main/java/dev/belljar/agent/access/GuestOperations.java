package dev.belljar.agent.access;

import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.guest.GuestStream;
import dev.belljar.agent.recording.PacketCapture;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.view.session.ExecResult;
import java.io.OutputStream;

/// The API's operations on the guest of a machine. A sandbox is given by its id or name.
public interface GuestOperations {
    /// Runs a command to its end.
    ExecResult exec(String id, ExecCommand command) throws BelljarException, InterruptedException;

    /// Starts a command and hands over its streams.
    GuestExec open(String id, ExecCommand command) throws BelljarException, InterruptedException;

    /// Connects to a port (1 to 65535) on the loopback of the machine; to ssh's port once its keys are in place.
    GuestStream tunnel(String id, int port) throws BelljarException, InterruptedException;

    /// Writes every frame of a running machine's network to `target`, as a pcap, until closed.
    PacketCapture capture(String id, OutputStream target) throws BelljarException;
}
