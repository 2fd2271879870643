package dev.belljar.agent.access;

import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.recording.WatchedExec;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.session.SessionTabs;
import dev.belljar.agent.session.SessionTabs.TabState;
import dev.belljar.agent.tool.BuildMachine;
import dev.belljar.agent.tool.GuestTool;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.session.AttachSession;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.view.host.ToolStatus;
import dev.belljar.contract.view.session.SessionView;
import java.util.List;

/// The sessions of all machines, which terminals share; each machine has one. `id` is a sandbox's id or its name.
public final class SessionService {
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

    /// Attaches a terminal to the session of a sandbox, beginning the session if there is none.
    public AttachedTerminal attach(String id, AttachSession request) throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = registry.find(id);
        String tab = request.tab();
        if (tab != null && !SessionTabs.valid(tab)) {
            throw new SandboxException(
                    ProblemCode.BAD_REQUEST, "tab: expected lower-case letters, digits and '-', at most 32", null);
        }
        GuestLink link = GuestWaiter.of(sandbox, THERE);
        AttachedTerminal attached = access.of(sandbox).session().attach(link, request);
        return new AttachedTerminal(
                new WatchedExec(attached.exec(), sandbox.observation().activity(), true),
                attached.session(),
                attached.by());
    }

    /// Opens a tab with this name in the session of a sandbox, in which the command runs, unless there is one.
    public TabState openTab(String id, String tab, List<String> command) throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = registry.find(id);
        GuestLink link = GuestWaiter.of(sandbox, THERE);
        return SessionTabs.open(link, access.of(sandbox).session().begin(link, false), tab, command);
    }

    /// The session of a running sandbox, with the tokens that log a browser in.
    public SessionView session(String id) throws BelljarException, InterruptedException {
        SandboxRuntime sandbox = registry.find(id);
        return access.of(sandbox).session().view(GuestWaiter.of(sandbox, THERE));
    }

    /// The state of Zellij on this host.
    public ToolStatus zellij() {
        return zellij.status();
    }

    /// Begins to build Zellij if it is missing, in a separate machine or, with `onHost`, on this host as this
    /// user; returns at once.
    public ToolStatus buildZellij(boolean onHost) {
        return onHost ? zellij.buildOnHost() : zellij.build(builds);
    }

    /// Cancels a running build of Zellij and ends its machine.
    public ToolStatus cancelZellij() throws InterruptedException {
        return zellij.cancel();
    }
}
