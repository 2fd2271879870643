/// Tests of policies for jails.
@NullMarked
package dev.belljar.agent.jail.policy;

import org.jspecify.annotations.NullMarked;
