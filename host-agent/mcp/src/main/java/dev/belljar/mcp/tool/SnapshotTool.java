package dev.belljar.mcp.tool;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.request.sandbox.TakeSnapshot;
import dev.belljar.mcp.access.ReachableSandboxes;

/// `snapshot`.
public record SnapshotTool(AgentClient agent, ReachableSandboxes reachable) implements McpTool {
    private static final int LONGEST_NAME = 100;

    @Override
    public ToolDescription description() {
        return new ToolDescription(
                "snapshot",
                "Take a snapshot",
                "Takes a snapshot of a running sandbox: its disk, memory and processes. The sandbox pauses briefly and"
                        + " keeps running. restore starts a new sandbox from it.",
                new ToolSchema()
                        .sandbox()
                        .optional("name", ToolSchema.text("A name for the snapshot.", LONGEST_NAME))
                        .optional("note", ToolSchema.text("One line about the snapshot.", LONGEST_NAME))
                        .build(),
                ToolDescription.ToolEffect.ADDS);
    }

    @Override
    public Object call(ToolCall call) throws AgentException, InterruptedException {
        String id = reachable.find(call.text("sandbox")).id();
        call.progress("taking the snapshot");
        return SandboxSummary.of(
                agent.call(SnapshotApi.TAKE.at(id), new TakeSnapshot(call.optional("name"), call.optional("note"))));
    }
}
