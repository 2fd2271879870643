/// Tests of policies for system calls.
@NullMarked
package dev.belljar.agent.jail.syscall;

import org.jspecify.annotations.NullMarked;
