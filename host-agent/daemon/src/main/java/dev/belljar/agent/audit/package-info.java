/// The append-only record of decisions, each line of which names the hash of the one before.
@NullMarked
package dev.belljar.agent.audit;

import org.jspecify.annotations.NullMarked;
