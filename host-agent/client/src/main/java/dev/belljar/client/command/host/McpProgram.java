package dev.belljar.client.command.host;

import dev.belljar.client.AgentException;
import dev.belljar.client.console.CommandSession;
import java.io.IOException;
import java.util.List;

/// The MCP server of `belljar mcp`, which is in a separate module on the class path.
public interface McpProgram {
    /// Serves on standard input and output until the input ends.
    ///
    /// @param sandboxes names and ids of the sandboxes that the client may use
    /// @param all whether it may use every sandbox, also those that are created later
    /// @param readOnly whether only tools that change nothing are offered
    /// @throws AgentException if one of the sandboxes does not exist, or the host agent is unavailable
    void serve(CommandSession session, List<String> sandboxes, boolean all, boolean readOnly)
            throws AgentException, IOException, InterruptedException;
}
