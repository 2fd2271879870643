/// The journal of events: append-only JSONL files for each sandbox, numbered; cursors replay and follow them.
@NullMarked
package dev.belljar.agent.journal;

import org.jspecify.annotations.NullMarked;
