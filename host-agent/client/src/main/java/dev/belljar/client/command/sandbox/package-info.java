/// The commands that create, start, enter and destroy sandboxes.
@NullMarked
package dev.belljar.client.command.sandbox;

import org.jspecify.annotations.NullMarked;
