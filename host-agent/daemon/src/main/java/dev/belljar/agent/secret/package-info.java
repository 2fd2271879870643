/// Secrets that stay on the host: kept and bound to names here, never in a machine.
@NullMarked
package dev.belljar.agent.secret;

import org.jspecify.annotations.NullMarked;
