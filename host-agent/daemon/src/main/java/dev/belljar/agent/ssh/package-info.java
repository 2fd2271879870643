/// The keys by which machines are entered and known by ssh, and the config that names them to OpenSSH.
@NullMarked
package dev.belljar.agent.ssh;

import org.jspecify.annotations.NullMarked;
