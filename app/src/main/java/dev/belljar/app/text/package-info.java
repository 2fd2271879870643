/// The texts of the window, from resource bundles, and the format of the figures in them.
@NullMarked
package dev.belljar.app.text;

import org.jspecify.annotations.NullMarked;
