/// Tests of the commands that bring work and files from a sandbox to the host, and from the host into it.
@NullMarked
package dev.belljar.client.command.sync;

import org.jspecify.annotations.NullMarked;
