/// The record of what happened: append-only JSONL per sandbox, numbered, replayed and followed by cursors.
@NullMarked
package dev.belljar.agent.journal;

import org.jspecify.annotations.NullMarked;
