/// What the rules promise.
@NullMarked
package dev.belljar.agent.policy;

import org.jspecify.annotations.NullMarked;
