/// Programs of this host, started and ended.
@NullMarked
package dev.belljar.agent.host;

import org.jspecify.annotations.NullMarked;
