/// Policies for system calls: checked, compiled to seccomp filters, and read and written as minijail's text.
@NullMarked
package dev.belljar.agent.jail.syscall;

import org.jspecify.annotations.NullMarked;
