/// The command line's own parts.
@NullMarked
package dev.belljar.client.command;

import org.jspecify.annotations.NullMarked;
