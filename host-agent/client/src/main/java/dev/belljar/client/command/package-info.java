/// The program `belljar`, which finds and runs the command that was typed. Each command group in the help has its own
/// package below this one.
@NullMarked
package dev.belljar.client.command;

import org.jspecify.annotations.NullMarked;
