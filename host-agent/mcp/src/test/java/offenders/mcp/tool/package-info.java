/// Types that break the rules of the MCP server on purpose.
@NullMarked
package offenders.mcp.tool;

import org.jspecify.annotations.NullMarked;
