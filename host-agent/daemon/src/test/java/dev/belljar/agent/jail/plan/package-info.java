/// Tests of plans of jails.
@NullMarked
package dev.belljar.agent.jail.plan;

import org.jspecify.annotations.NullMarked;
