package dev.belljar.mcp.tool;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.mcp.access.ReachableSandboxes;

/// `restore`: starts a new sandbox from a snapshot; a sandbox cannot go back.
public record RestoreTool(AgentClient agent, ReachableSandboxes reachable) implements McpTool {
    private static final int LONGEST_NAME = 255;

    @Override
    public ToolDescription description() {
        return new ToolDescription(
                "restore",
                "Restore a snapshot",
                "Starts a new sandbox that continues from a snapshot, and waits until it runs. The sandbox that the"
                        + " snapshot was taken of does not change. You can use the new sandbox with all tools; only the"
                        + " user can destroy it.",
                new ToolSchema()
                        .required(
                                "snapshot",
                                ToolSchema.text(
                                        "The id or name of a snapshot, as list_snapshots shows it.", LONGEST_NAME))
                        .build(),
                ToolDescription.ToolEffect.ADDS);
    }

    @Override
    public Object call(ToolCall call) throws AgentException, InterruptedException {
        Snapshot snapshot = reachable.snapshot(call.text("snapshot"));
        reachable.reserve(1);
        call.progress("restoring " + snapshot.id());
        return SandboxSummary.of(BranchTool.started(
                agent, reachable, call, agent.call(SnapshotApi.BRANCH.at(snapshot.id()), new BranchSandbox(null, 1))));
    }
}
