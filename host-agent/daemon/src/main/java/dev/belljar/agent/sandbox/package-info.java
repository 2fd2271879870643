/// The registered sandboxes: their records, states, machines and connections.
@NullMarked
package dev.belljar.agent.sandbox;

import org.jspecify.annotations.NullMarked;
