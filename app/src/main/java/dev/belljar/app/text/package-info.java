/// The texts of the window, from resource bundles, and the formats of the numbers in them.
@NullMarked
package dev.belljar.app.text;

import org.jspecify.annotations.NullMarked;
