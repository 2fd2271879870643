/// The way from a socket of this host to a port in a guest: taken, judged by whose it is, and carried.
@NullMarked
package dev.belljar.agent.portforward;

import org.jspecify.annotations.NullMarked;
