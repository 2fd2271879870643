/// The locations and dialogs of the window, and how to get from one to another.
@NullMarked
package dev.belljar.app.navigation;

import org.jspecify.annotations.NullMarked;
