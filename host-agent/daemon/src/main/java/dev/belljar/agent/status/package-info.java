/// Shows the state of this host and of sandboxes: figures, checks, guarantees, queries.
@NullMarked
package dev.belljar.agent.status;

import org.jspecify.annotations.NullMarked;
