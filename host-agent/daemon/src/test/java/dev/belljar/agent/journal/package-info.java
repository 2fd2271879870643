/// What the journal promises, crashes included.
@NullMarked
package dev.belljar.agent.journal;

import org.jspecify.annotations.NullMarked;
