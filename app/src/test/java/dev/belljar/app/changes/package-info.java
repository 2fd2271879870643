/// Tests of the tree of changes.
@NullMarked
package dev.belljar.app.changes;

import org.jspecify.annotations.NullMarked;
