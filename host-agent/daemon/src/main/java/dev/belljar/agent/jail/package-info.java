/// Jails: commands on the host that see only what they may, and whose accesses to anything else are asked.
@NullMarked
package dev.belljar.agent.jail;

import org.jspecify.annotations.NullMarked;
