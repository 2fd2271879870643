/// Draws every screen in both themes without a display, and checks the result.
@NullMarked
package dev.belljar.app.pictures;

import org.jspecify.annotations.NullMarked;
