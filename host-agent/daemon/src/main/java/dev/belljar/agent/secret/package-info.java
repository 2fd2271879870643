/// Secrets, which are stored and bound to host names here and never enter a machine.
@NullMarked
package dev.belljar.agent.secret;

import org.jspecify.annotations.NullMarked;
