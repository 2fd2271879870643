/// The command palette: finds views, actions, sandboxes and what they contain from a few letters.
@NullMarked
package dev.belljar.app.palette;

import org.jspecify.annotations.NullMarked;
