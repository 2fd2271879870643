/// Runs the network of one guest on the socket of its machine.
@NullMarked
package dev.belljar.agent.gateway.network;

import org.jspecify.annotations.NullMarked;
