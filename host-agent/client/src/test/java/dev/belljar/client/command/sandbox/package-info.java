/// Tests of the commands about sandboxes.
@NullMarked
package dev.belljar.client.command.sandbox;

import org.jspecify.annotations.NullMarked;
