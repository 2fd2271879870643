/// Asks the host's name servers for a guest, and uses no more of an answer than was asked for.
@NullMarked
package dev.belljar.agent.dns;

import org.jspecify.annotations.NullMarked;
