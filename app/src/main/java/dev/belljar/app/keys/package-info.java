/// Whose ssh keys open a machine.
@NullMarked
package dev.belljar.app.keys;

import org.jspecify.annotations.NullMarked;
