/// The window's own controls.
@NullMarked
package dev.belljar.app.ui;

import org.jspecify.annotations.NullMarked;
