/// The processes of a sandbox as a tree with figures, computed from its events.
@NullMarked
package dev.belljar.app.process;

import org.jspecify.annotations.NullMarked;
