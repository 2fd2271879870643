/// Tests of figures, checks and guarantees.
@NullMarked
package dev.belljar.agent.status;

import org.jspecify.annotations.NullMarked;
