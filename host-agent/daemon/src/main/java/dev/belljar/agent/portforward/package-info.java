/// Connections from a socket of this host to a port in a guest: accepted, checked by owner, and relayed.
@NullMarked
package dev.belljar.agent.portforward;

import org.jspecify.annotations.NullMarked;
