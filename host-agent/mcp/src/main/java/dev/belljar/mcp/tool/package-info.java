/// The MCP tools, one class each, and what they have in common.
@NullMarked
package dev.belljar.mcp.tool;

import org.jspecify.annotations.NullMarked;
