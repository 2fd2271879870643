/// Tests of the host's programs, control groups and budgets.
@NullMarked
package dev.belljar.agent.host;

import org.jspecify.annotations.NullMarked;
