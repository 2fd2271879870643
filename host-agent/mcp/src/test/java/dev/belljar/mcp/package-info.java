/// Tests of the MCP server, with the client of the same SDK and with another one.
@NullMarked
package dev.belljar.mcp;

import org.jspecify.annotations.NullMarked;
