package dev.belljar.agent.sandbox;

import dev.belljar.agent.guest.GuestLink;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.AttachSession;
import dev.belljar.contract.request.ExecCommand;
import dev.belljar.contract.view.SessionView;
import dev.belljar.contract.view.ToolStatus;

/// The sessions of all machines.
final class SessionService implements SessionOperations {
    /// A command that waits for a starting machine and its project.
    private static final ExecCommand THERE = ExecCommand.of("true");

    private final SandboxService sandboxService;
    private final SandboxDependencies dependencies;

    SessionService(SandboxService sandboxService, SandboxDependencies dependencies) {
        this.sandboxService = sandboxService;
        this.dependencies = dependencies;
    }

    @Override
    public Attached attach(String id, AttachSession request) throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = sandboxService.find(id);
        GuestLink link = sandbox.guest(THERE);
        Attached attached = sandbox.session().attach(link, request);
        return new Attached(
                new WatchedExec(attached.exec(), sandbox.observation().activity(), true),
                attached.session(),
                attached.by());
    }

    @Override
    public SessionView session(String id) throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = sandboxService.find(id);
        return sandbox.session().view(sandbox.guest(THERE));
    }

    @Override
    public ToolStatus zellij() {
        return dependencies.zellij().status();
    }

    @Override
    public ToolStatus buildZellij(boolean onHost) {
        return onHost
                ? dependencies.zellij().buildOnHost()
                : dependencies.zellij().build(new BuildSandboxes(sandboxService, dependencies));
    }

    @Override
    public ToolStatus cancelZellij() throws InterruptedException {
        return dependencies.zellij().cancel();
    }
}
