package dev.belljar.mcp.tool;

import dev.belljar.client.AgentException;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.mcp.access.ReachableSandboxes;
import java.util.List;
import java.util.Map;

/// `list_snapshots`.
public record ListSnapshotsTool(ReachableSandboxes reachable) implements McpTool {
    private static final int MOST = 500;
    private static final int LONGEST_NAME = 255;

    @Override
    public ToolDescription description() {
        return new ToolDescription(
                "list_snapshots",
                "List snapshots",
                "Lists the newest 500 snapshots of the sandboxes that you can use, the oldest first. created_ms is in"
                        + " milliseconds since the epoch. Belljar deletes automatic ones itself.",
                new ToolSchema()
                        .optional("sandbox", ToolSchema.text("Only snapshots of this sandbox.", LONGEST_NAME))
                        .build(),
                ToolDescription.ToolEffect.READS);
    }

    @Override
    public Object call(ToolCall call) throws AgentException, InterruptedException {
        String word = call.optional("sandbox");
        String id = word == null ? null : reachable.find(word).id();
        List<Snapshot> found = reachable.snapshots().stream()
                .filter(snapshot -> id == null || snapshot.sandbox().equals(id))
                .toList();
        int first = Math.max(0, found.size() - MOST);
        return Map.of(
                "snapshots",
                found.subList(first, found.size()).stream()
                        .map(SandboxSummary::of)
                        .toList(),
                "left_out",
                first);
    }
}
