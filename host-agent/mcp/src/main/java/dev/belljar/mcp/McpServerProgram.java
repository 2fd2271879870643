package dev.belljar.mcp;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.command.host.McpProgram;
import dev.belljar.client.console.CommandSession;
import dev.belljar.mcp.access.ReachableSandboxes;
import java.io.IOException;
import java.util.List;

/// The MCP server on the standard input and output of this process.
public final class McpServerProgram implements McpProgram {
    @Override
    public void serve(CommandSession session, List<String> sandboxes, boolean all, boolean readOnly)
            throws AgentException, IOException, InterruptedException {
        // Standard output is for messages only: whatever else prints there would break the protocol.
        System.setOut(session.err());
        AgentClient agent = session.agent();
        ReachableSandboxes reachable =
                all ? ReachableSandboxes.every(agent) : ReachableSandboxes.named(agent, sandboxes);
        new McpService(agent, reachable, readOnly).serve(System.in, session.out());
    }
}
