/// Tests of the external network that need no network.
@NullMarked
package dev.belljar.agent.sockets;

import org.jspecify.annotations.NullMarked;
