/// Reads the window's texts from resource bundles.
@NullMarked
package dev.belljar.app.text;

import org.jspecify.annotations.NullMarked;
