/// The sandboxes in which programs for machines are built.
@NullMarked
package dev.belljar.agent.build;

import org.jspecify.annotations.NullMarked;
