/// The outgoing connections of sandboxes: their policies, TLS inspection, and secrets.
@NullMarked
package dev.belljar.agent.egress;

import org.jspecify.annotations.NullMarked;
