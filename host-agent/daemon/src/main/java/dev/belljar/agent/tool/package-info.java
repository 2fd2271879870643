/// Programs that this host provides to machines: found on the host, or built once and stored.
@NullMarked
package dev.belljar.agent.tool;

import org.jspecify.annotations.NullMarked;
