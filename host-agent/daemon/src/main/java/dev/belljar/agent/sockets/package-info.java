/// The host's sockets behind a machine's network; one thread waits for all of them.
@NullMarked
package dev.belljar.agent.sockets;

import org.jspecify.annotations.NullMarked;
