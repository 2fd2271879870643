/// Which sandboxes and snapshots the client may use.
@NullMarked
package dev.belljar.mcp.access;

import org.jspecify.annotations.NullMarked;
