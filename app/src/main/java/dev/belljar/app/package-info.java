/// The window: entry point, options, wiring, and what it needs from the desktop.
@NullMarked
package dev.belljar.app;

import org.jspecify.annotations.NullMarked;
