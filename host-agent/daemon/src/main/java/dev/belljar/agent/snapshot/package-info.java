/// Saved machines from which others start: templates and snapshots, and the warm pool.
@NullMarked
package dev.belljar.agent.snapshot;

import org.jspecify.annotations.NullMarked;
