/// The ssh keys of machines, authorized and host keys, and the config for OpenSSH.
@NullMarked
package dev.belljar.agent.ssh;

import org.jspecify.annotations.NullMarked;
