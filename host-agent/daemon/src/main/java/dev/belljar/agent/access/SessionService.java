package dev.belljar.agent.access;

import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.recording.WatchedExec;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.tool.BuildMachine;
import dev.belljar.agent.tool.GuestTool;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.session.AttachSession;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.view.host.ToolStatus;
import dev.belljar.contract.view.session.SessionView;

/// The sessions of all machines.
public final class SessionService implements SessionOperations {
    /// A command that waits for a starting machine and its project.
    private static final ExecCommand THERE = ExecCommand.of("true");

    private final SandboxRegistry registry;
    private final AccessService access;
    private final GuestTool zellij;
    private final BuildMachine.Maker builds;

    /// `builds` makes the machines in which Zellij is built.
    public SessionService(SandboxRegistry registry, AccessService access, GuestTool zellij, BuildMachine.Maker builds) {
        this.registry = registry;
        this.access = access;
        this.zellij = zellij;
        this.builds = builds;
    }

    @Override
    public Attached attach(String id, AttachSession request) throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = registry.find(id);
        GuestLink link = GuestWaiter.of(sandbox, THERE);
        Attached attached = access.of(sandbox).session().attach(link, request);
        return new Attached(
                new WatchedExec(attached.exec(), sandbox.observation().activity(), true),
                attached.session(),
                attached.by());
    }

    @Override
    public SessionView session(String id) throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = registry.find(id);
        return access.of(sandbox).session().view(GuestWaiter.of(sandbox, THERE));
    }

    @Override
    public ToolStatus zellij() {
        return zellij.status();
    }

    @Override
    public ToolStatus buildZellij(boolean onHost) {
        return onHost ? zellij.buildOnHost() : zellij.build(builds);
    }

    @Override
    public ToolStatus cancelZellij() throws InterruptedException {
        return zellij.cancel();
    }
}
