package dev.belljar.mcp.tool;

import java.util.Map;

/// What an MCP client is told about a tool.
///
/// @param name in snake case
/// @param title what a person sees
/// @param text what a model reads: what the tool does, and what its result contains
/// @param schema the JSON schema of the arguments
/// @param effect what the tool changes
public record ToolDescription(String name, String title, String text, Map<String, Object> schema, ToolEffect effect) {
    public ToolDescription {
        schema = Map.copyOf(schema);
    }

    /// What a call of a tool changes.
    public enum ToolEffect {
        /// Nothing.
        READS,
        /// It adds a snapshot or a sandbox, or starts one.
        ADDS,
        /// Anything in the sandbox.
        CHANGES
    }
}
