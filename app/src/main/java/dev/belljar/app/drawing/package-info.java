/// Small drawings without behaviour: icons, shapes for states, bars and lines of figures.
@NullMarked
package dev.belljar.app.drawing;

import org.jspecify.annotations.NullMarked;
