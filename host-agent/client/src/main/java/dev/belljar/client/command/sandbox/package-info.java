/// The commands that create, start, enter, sync and destroy sandboxes.
@NullMarked
package dev.belljar.client.command.sandbox;

import org.jspecify.annotations.NullMarked;
