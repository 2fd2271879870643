/// Describes coding agents in words for the command line.
@NullMarked
package dev.belljar.client.console.agent;

import org.jspecify.annotations.NullMarked;
