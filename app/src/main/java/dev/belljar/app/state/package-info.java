/// View states of the host, computed in the background from the host agent's answers and events, and the way to the FX
/// thread.
@NullMarked
package dev.belljar.app.state;

import org.jspecify.annotations.NullMarked;
