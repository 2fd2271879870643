package dev.belljar.mcp.tool;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.mcp.access.ReachableSandboxes;

/// `start`.
public record StartTool(AgentClient agent, ReachableSandboxes reachable) implements McpTool {
    @Override
    public ToolDescription description() {
        return new ToolDescription(
                "start",
                "Start a sandbox",
                "Starts a stopped sandbox or resumes a hibernated one, and waits until it is running. Nothing changes"
                        + " if it is already running.",
                new ToolSchema().sandbox().build(),
                ToolDescription.ToolEffect.ADDS);
    }

    @Override
    public Object call(ToolCall call) throws AgentException, InterruptedException {
        Sandbox sandbox = reachable.find(call.text("sandbox"));
        if (sandbox.status().state() != SandboxState.RUNNING) {
            sandbox = new StartWaiter(agent, call).await(agent.call(SandboxApi.START.at(sandbox.id())));
        }
        return SandboxSummary.of(sandbox);
    }
}
