/// Tests of policies.
@NullMarked
package dev.belljar.agent.policy;

import org.jspecify.annotations.NullMarked;
