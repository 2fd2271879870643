/// Tests of the journal, including crashes.
@NullMarked
package dev.belljar.agent.journal;

import org.jspecify.annotations.NullMarked;
