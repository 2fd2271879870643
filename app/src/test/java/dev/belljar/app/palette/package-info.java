/// Tests of the command palette.
@NullMarked
package dev.belljar.app.palette;

import org.jspecify.annotations.NullMarked;
