/// Tests of the sandboxes in which programs are built.
@NullMarked
package dev.belljar.agent.build;

import org.jspecify.annotations.NullMarked;
