/// The commands that reach a sandbox from this computer: browser addresses, ports and SSH.
@NullMarked
package dev.belljar.client.command.access;

import org.jspecify.annotations.NullMarked;
