/// Where the API is reached: the Unix socket and loopback TCP, and how much of the host agent one who connects can
/// take.
@NullMarked
package dev.belljar.agent.listen;

import org.jspecify.annotations.NullMarked;
