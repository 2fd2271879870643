/// Draws every screen in both themes without a display, and looks at the result.
@NullMarked
package dev.belljar.app.pictures;

import org.jspecify.annotations.NullMarked;
