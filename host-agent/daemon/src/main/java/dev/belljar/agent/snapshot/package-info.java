/// Machines at rest that others begin from: templates of a clean machine, and snapshots of a running one.
@NullMarked
package dev.belljar.agent.snapshot;

import org.jspecify.annotations.NullMarked;
