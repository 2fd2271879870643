package dev.belljar.agent.access;

import dev.belljar.agent.egress.InspectionSetup;
import dev.belljar.agent.gateway.Gateway;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.guest.GuestStream;
import dev.belljar.agent.recording.PacketCapture;
import dev.belljar.agent.recording.WatchedExec;
import dev.belljar.agent.recording.WatchedStream;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.view.session.ExecResult;
import java.io.OutputStream;

/// Runs commands in guests, connects to their ports, and captures their packets. A sandbox is given by its id or name.
public final class GuestService {
    private final SandboxRegistry registry;
    private final AccessService access;
    private final InspectionSetup inspection;

    public GuestService(SandboxRegistry registry, AccessService access, InspectionSetup inspection) {
        this.registry = registry;
        this.access = access;
        this.inspection = inspection;
    }

    /// Runs a command to its end.
    public ExecResult exec(String id, ExecCommand command) throws BelljarException, InterruptedException {
        return ExecCapture.run(open(id, command));
    }

    /// Starts a command and hands over its streams.
    public GuestExec open(String id, ExecCommand command) throws BelljarException, InterruptedException {
        if (command.argv().isEmpty()) {
            throw new SandboxException(
                    ProblemCode.BAD_REQUEST, "argv is empty: expected a program and its arguments", null);
        }
        SandboxRuntime sandbox = registry.find(id);
        GuestExec exec = GuestWaiter.of(sandbox, command).exec(inspection.configured(sandbox, command));
        return new WatchedExec(exec, sandbox.observation().activity(), command.pty());
    }

    /// Connects to a port (1 to 65535) on the loopback of the machine; to ssh's port once its keys are in place.
    public GuestStream tunnel(String id, int port) throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = registry.find(id);
        GuestLink guest = GuestWaiter.soon(sandbox);
        if (port == GuestSshKeys.PORT) {
            access.of(sandbox).sshKeys().settle(guest);
        }
        return WatchedStream.to(
                guest, port, sandbox.name(), sandbox.observation().activity());
    }

    /// Writes every frame of a running machine's network to `target`, as a pcap, until closed.
    public PacketCapture capture(String id, OutputStream target) throws BelljarException {
        SandboxRuntime sandbox = registry.find(id);
        Gateway gateway = sandbox.gateway().orElseThrow(sandbox::notRunning);
        return new PacketCapture(gateway, () -> sandbox.gateway().orElse(null), target);
    }
}
