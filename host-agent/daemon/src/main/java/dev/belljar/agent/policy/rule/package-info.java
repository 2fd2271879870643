/// Rules: what they allow or deny, their text, and the verdict of a set of them.
@NullMarked
package dev.belljar.agent.policy.rule;

import org.jspecify.annotations.NullMarked;
