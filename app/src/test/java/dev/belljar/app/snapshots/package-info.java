/// Tests of the tree of snapshots without drawing it.
@NullMarked
package dev.belljar.app.snapshots;

import org.jspecify.annotations.NullMarked;
