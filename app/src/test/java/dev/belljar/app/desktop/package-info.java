/// Tests of the programs of the user's desktop.
@NullMarked
package dev.belljar.app.desktop;

import org.jspecify.annotations.NullMarked;
