/// Tests of keys and of what OpenSSH is told.
@NullMarked
package dev.belljar.agent.ssh;

import org.jspecify.annotations.NullMarked;
