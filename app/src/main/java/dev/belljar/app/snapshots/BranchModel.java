package dev.belljar.app.snapshots;

import dev.belljar.app.state.HostState;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.view.host.HostStatus;
import org.jspecify.annotations.Nullable;

/// The number and the name of new branches, and whether their memory fits.
final class BranchModel {
    private static final Texts TEXTS = Texts.of(BranchModel.class);
    private static final long MIB = 1024 * 1024;

    private final TreeNode from;
    private final @Nullable HostStatus host;
    private final @Nullable MachineLimits limits;
    private String name = "";
    private int count;

    BranchModel(TreeNode from, HostState state, int count) {
        this.from = from;
        this.count = count;
        host = state.host();
        limits = state.sandboxes().stream()
                .filter(p -> p.id().equals(from.lane()))
                .map(p -> p.reported().spec().limits())
                .findFirst()
                .orElse(host == null ? null : host.defaults());
    }

    void name(String typed) {
        name = typed.strip();
    }

    void count(int next) {
        count = next;
    }

    /// The name that is used if the user types none; a number is added to it.
    String proposedName() {
        return switch (from) {
            case TreeNode.SnapshotNode snapshotNode -> snapshotNode.snapshot().sandboxName();
            case TreeNode.SandboxNode sandboxNode -> sandboxNode.sandbox().name();
        };
    }

    /// True if the name is allowed, or left to the host agent.
    boolean valid() {
        return name.isEmpty() || name.matches("[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?");
    }

    /// The text of the button.
    String act() {
        return TEXTS.get("branch.go", count);
    }

    /// True if the branches may need more memory than is free.
    boolean tooMuch() {
        return host != null && required() > host.memoryFree();
    }

    /// How much memory the branches may use, as far as it is known.
    String memory() {
        if (host == null || limits == null) {
            return TEXTS.get("branch.memory.unknown");
        }
        return TEXTS.get(
                tooMuch() ? "branch.memory.much" : "branch.memory",
                FigureFormat.bytes(required()),
                FigureFormat.bytes(host.memoryFree()));
    }

    private long required() {
        return limits == null ? 0 : (long) count * limits.memoryMiB() * MIB;
    }

    BranchSandbox request() {
        return new BranchSandbox(name.isEmpty() ? null : name, count);
    }
}
