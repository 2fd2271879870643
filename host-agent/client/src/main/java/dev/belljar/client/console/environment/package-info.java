/// Prints the environment that a project proposes, and asks the user about it.
@NullMarked
package dev.belljar.client.console.environment;

import org.jspecify.annotations.NullMarked;
