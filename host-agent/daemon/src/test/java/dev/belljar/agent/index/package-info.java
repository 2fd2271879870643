/// What the index answers, and that it can be lost.
@NullMarked
package dev.belljar.agent.index;

import org.jspecify.annotations.NullMarked;
