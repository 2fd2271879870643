/// Starts coding agents in sandboxes, with what they find in their home folder and the credentials that they use.
@NullMarked
package dev.belljar.agent.codingagent;

import org.jspecify.annotations.NullMarked;
