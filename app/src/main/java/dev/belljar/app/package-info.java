/// The window: wiring, top to bottom.
@NullMarked
package dev.belljar.app;

import org.jspecify.annotations.NullMarked;
