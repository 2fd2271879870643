/// The window's own controls.
@NullMarked
package dev.belljar.app.look;

import org.jspecify.annotations.NullMarked;
