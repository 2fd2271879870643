/// Records the flows of a guest: their keys, counts, log and limits.
@NullMarked
package dev.belljar.agent.gateway.flow;

import org.jspecify.annotations.NullMarked;
