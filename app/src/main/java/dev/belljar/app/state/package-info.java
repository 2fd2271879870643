/// View states, computed in the background from the host agent's answers and events.
@NullMarked
package dev.belljar.app.state;

import org.jspecify.annotations.NullMarked;
