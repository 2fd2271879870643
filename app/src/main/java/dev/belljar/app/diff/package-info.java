/// Draws what differs between two versions of a file, for every screen that shows it.
@NullMarked
package dev.belljar.app.diff;

import org.jspecify.annotations.NullMarked;
