package dev.belljar.agent.access;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.sandbox.SandboxState;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;

/// Waits for the guest of a machine that runs or is starting.
final class GuestWaiter {
    private static final String WORKSPACE = "/workspace";

    private GuestWaiter() {}

    /// The guest link of a sandbox that runs or is starting: waits for the start, and for the project too if the
    /// command runs in it.
    ///
    /// @throws SandboxException when it does not run
    /// @throws GuestException when it runs and its agent does not answer
    static GuestLink of(SandboxRuntime sandbox, ExecCommand command)
            throws SandboxException, GuestException, InterruptedException {
        String folder = command.cwd();
        boolean inProject = folder == null || folder.equals(WORKSPACE) || folder.startsWith(WORKSPACE + "/");
        if (inProject && sandbox.state() == SandboxState.STARTING) {
            sandbox.workflow().await();
        }
        return soon(sandbox);
    }

    /// The guest link of a usable machine, whether or not its project is complete.
    static GuestLink soon(SandboxRuntime sandbox) throws SandboxException, GuestException, InterruptedException {
        if (sandbox.state() != SandboxState.STARTING) {
            return sandbox.guest();
        }
        try {
            return sandbox.usable().get();
        } catch (ExecutionException | CancellationException e) {
            return sandbox.guest();
        }
    }
}
