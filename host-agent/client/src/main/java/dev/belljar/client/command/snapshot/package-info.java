/// The commands that take snapshots and start sandboxes from them.
@NullMarked
package dev.belljar.client.command.snapshot;

import org.jspecify.annotations.NullMarked;
