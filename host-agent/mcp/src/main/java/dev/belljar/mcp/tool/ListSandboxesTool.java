package dev.belljar.mcp.tool;

import dev.belljar.client.AgentException;
import dev.belljar.mcp.access.ReachableSandboxes;

/// `list_sandboxes`.
public record ListSandboxesTool(ReachableSandboxes reachable) implements McpTool {
    @Override
    public ToolDescription description() {
        return new ToolDescription(
                "list_sandboxes",
                "List sandboxes",
                "Lists the sandboxes that you can use. A sandbox is a microVM with a copy of a project in /workspace."
                        + " In the state running, all tools work; start starts a stopped or hibernated one.",
                new ToolSchema().build(),
                ToolDescription.ToolEffect.READS);
    }

    @Override
    public Object call(ToolCall call) throws AgentException, InterruptedException {
        return SandboxSummary.of(reachable.list());
    }
}
