/// Tests of the commands that reach a sandbox from this computer.
@NullMarked
package dev.belljar.client.command.access;

import org.jspecify.annotations.NullMarked;
