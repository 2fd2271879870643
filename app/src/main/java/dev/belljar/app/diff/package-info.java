/// Draws the differences between two versions of a file, for all screens that show them.
@NullMarked
package dev.belljar.app.diff;

import org.jspecify.annotations.NullMarked;
