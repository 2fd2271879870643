/// Terminals: shells in the guest, and shells on the host, which are marked as such.
@NullMarked
package dev.belljar.app.terminal;

import org.jspecify.annotations.NullMarked;
