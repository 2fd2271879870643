/// Asking the host's name servers on a machine's behalf, believing no more of the answers than was asked.
@NullMarked
package dev.belljar.agent.dns;

import org.jspecify.annotations.NullMarked;
