/// Tests of the index: its answers, and its loss.
@NullMarked
package dev.belljar.agent.index;

import org.jspecify.annotations.NullMarked;
