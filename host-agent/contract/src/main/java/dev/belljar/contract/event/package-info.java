/// What happened: one record per kind of event, in the past tense, as the journal and the stream carry them.
@NullMarked
package dev.belljar.contract.event;

import org.jspecify.annotations.NullMarked;
