/// The index: a projection of the journals in SQLite, for queries. It can be deleted and rebuilt without loss.
@NullMarked
package dev.belljar.agent.index;

import org.jspecify.annotations.NullMarked;
