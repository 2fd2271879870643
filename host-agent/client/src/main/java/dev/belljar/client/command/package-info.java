/// The program `belljar`, which finds and runs the command that was typed. Each group of the help is a package below.
@NullMarked
package dev.belljar.client.command;

import org.jspecify.annotations.NullMarked;
