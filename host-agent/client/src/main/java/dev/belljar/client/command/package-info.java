/// The `belljar` command line: one class per command over the client.
@NullMarked
package dev.belljar.client.command;

import org.jspecify.annotations.NullMarked;
