/// Decides whether a flow may leave: by its destination, by the names that DNS gave, and by its first bytes.
@NullMarked
package dev.belljar.agent.gateway.egress;

import org.jspecify.annotations.NullMarked;
