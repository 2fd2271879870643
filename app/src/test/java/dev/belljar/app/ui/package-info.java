/// Tests of the window's controls.
@NullMarked
package dev.belljar.app.ui;

import org.jspecify.annotations.NullMarked;
