/// What a machine changed: a tree of files, what could run on the host on top, and their diffs.
@NullMarked
package dev.belljar.app.changes;

import org.jspecify.annotations.NullMarked;
