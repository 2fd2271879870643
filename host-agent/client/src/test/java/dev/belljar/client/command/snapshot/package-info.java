/// Tests of the commands about snapshots.
@NullMarked
package dev.belljar.client.command.snapshot;

import org.jspecify.annotations.NullMarked;
