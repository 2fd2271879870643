/// The changes in a guest: a tree of files, those that could run on the host on top, and their diffs.
@NullMarked
package dev.belljar.app.changes;

import org.jspecify.annotations.NullMarked;
