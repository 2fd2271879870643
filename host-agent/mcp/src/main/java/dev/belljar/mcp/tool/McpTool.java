package dev.belljar.mcp.tool;

import dev.belljar.client.AgentException;
import java.io.IOException;

/// One tool of the MCP server.
public interface McpTool {
    /// What the client is told about the tool.
    ToolDescription description();

    /// Runs the tool with arguments that match its schema.
    ///
    /// @return a record, or a map with the names of the fields; its texts may come from a guest
    /// @throws AgentException with the problem that the client is told
    /// @throws IOException if what a guest sent cannot be used
    /// @throws InterruptedException if the client cancelled the call
    Object call(ToolCall call) throws AgentException, InterruptedException, IOException;
}
