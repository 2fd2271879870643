/// Tests of the commands that show what happens in sandboxes.
@NullMarked
package dev.belljar.client.command.watch;

import org.jspecify.annotations.NullMarked;
