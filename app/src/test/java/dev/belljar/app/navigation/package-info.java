/// Tests of the movement between screens.
@NullMarked
package dev.belljar.app.navigation;

import org.jspecify.annotations.NullMarked;
