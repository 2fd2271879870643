package dev.belljar.agent.access;

import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.tool.GuestTool;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The access to the machines of all sandboxes, while the host agent runs.
public final class AccessService {
    private final GuestTool zellij;
    private final Runnable known;
    private final Map<SandboxRuntime, MachineAccess> all = new ConcurrentHashMap<>();

    /// `known` is called when a machine's SSH host key changes.
    public AccessService(GuestTool zellij, Runnable known) {
        this.zellij = zellij;
        this.known = known;
    }

    /// The access to this sandbox's machine.
    public MachineAccess of(SandboxRuntime sandbox) {
        return all.computeIfAbsent(sandbox, each -> MachineAccess.to(each, zellij, known));
    }

    /// Drops the access to a destroyed sandbox.
    public void forget(SandboxRuntime sandbox) {
        all.remove(sandbox);
    }
}
