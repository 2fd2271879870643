/// The MCP transport over standard input and output, with cancellation.
@NullMarked
package dev.belljar.mcp.transport;

import org.jspecify.annotations.NullMarked;
