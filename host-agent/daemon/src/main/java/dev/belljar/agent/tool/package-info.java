/// Programs of this host that machines get: found, or built once and kept.
@NullMarked
package dev.belljar.agent.tool;

import org.jspecify.annotations.NullMarked;
