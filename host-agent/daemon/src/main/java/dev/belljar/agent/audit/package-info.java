/// The audit: the append-only record of decisions, in which each line has the hash of the line before it.
@NullMarked
package dev.belljar.agent.audit;

import org.jspecify.annotations.NullMarked;
