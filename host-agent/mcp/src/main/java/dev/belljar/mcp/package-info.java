/// `belljar mcp`: an MCP server through which an agent on this computer works with the sandboxes that the user named.
@NullMarked
package dev.belljar.mcp;

import org.jspecify.annotations.NullMarked;
