/// A projection of the journals in SQLite for questions; can be dropped and rebuilt with nothing lost.
@NullMarked
package dev.belljar.agent.index;

import org.jspecify.annotations.NullMarked;
