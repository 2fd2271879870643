/// Comparisons of two states of a workspace, file by file.
@NullMarked
package dev.belljar.app.changes;

import org.jspecify.annotations.NullMarked;
