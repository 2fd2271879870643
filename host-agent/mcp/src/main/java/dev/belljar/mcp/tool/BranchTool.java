package dev.belljar.mcp.tool;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.mcp.access.ReachableSandboxes;
import java.util.ArrayList;
import java.util.List;

/// `branch`: the client can use the new sandboxes too.
public record BranchTool(AgentClient agent, ReachableSandboxes reachable) implements McpTool {
    private static final int MOST = 8;

    @Override
    public ToolDescription description() {
        return new ToolDescription(
                "branch",
                "Branch a sandbox",
                "Starts new sandboxes that continue from the current state of a running sandbox, and waits until they"
                        + " run. The original keeps running and does not change. Use it to try something, or several"
                        + " things at once. You can use the new sandboxes with all tools; only the user can destroy"
                        + " them.",
                new ToolSchema()
                        .sandbox()
                        .optional("count", ToolSchema.number("How many to start (default: 1, at most 8).", 1, MOST))
                        .build(),
                ToolDescription.ToolEffect.ADDS);
    }

    @Override
    public Object call(ToolCall call) throws AgentException, InterruptedException {
        int count = (int) call.number("count", 1);
        Sandbox original = reachable.find(call.text("sandbox"));
        reachable.reserve(count);
        call.progress("taking a snapshot of " + original.spec().name());
        return SandboxSummary.of(started(
                agent,
                reachable,
                call,
                agent.call(SnapshotApi.BRANCH_NOW.at(original.id()), new BranchSandbox(null, count))));
    }

    /// Lets the client use the new sandboxes, also if they do not start, and waits until they run.
    static List<Sandbox> started(AgentClient agent, ReachableSandboxes reachable, ToolCall call, List<Sandbox> begun)
            throws AgentException, InterruptedException {
        begun.forEach(reachable::add);
        List<Sandbox> running = new ArrayList<>();
        for (Sandbox each : begun) {
            running.add(new StartWaiter(agent, call).await(each));
        }
        return running;
    }
}
