/// Tells a guest which of its connections were blocked, and why.
@NullMarked
package dev.belljar.agent.refusal;

import org.jspecify.annotations.NullMarked;
