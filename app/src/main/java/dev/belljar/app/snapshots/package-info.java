/// Snapshots and branches of a sandbox as a tree, and the actions on each of them.
@NullMarked
package dev.belljar.app.snapshots;

import org.jspecify.annotations.NullMarked;
