/// The command palette: finds views, actions, sandboxes and what is in them by a few letters.
@NullMarked
package dev.belljar.app.palette;

import org.jspecify.annotations.NullMarked;
