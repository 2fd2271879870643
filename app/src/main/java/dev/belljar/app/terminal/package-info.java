/// Terminals: shells in the machine, and one on the person's own computer, marked as such.
@NullMarked
package dev.belljar.app.terminal;

import org.jspecify.annotations.NullMarked;
