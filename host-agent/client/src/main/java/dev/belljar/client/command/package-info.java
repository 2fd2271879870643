/// The `belljar` command line: one class per command, on top of the client.
@NullMarked
package dev.belljar.client.command;

import org.jspecify.annotations.NullMarked;
