/// Finds out what coding agents in sandboxes do: from their processes, from what their hooks report, and from
/// their transcripts. Everything comes from guests, so all of it is bounded, and nothing is more than a claim.
@NullMarked
package dev.belljar.agent.agentstate;

import org.jspecify.annotations.NullMarked;
