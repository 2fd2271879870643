/// Tests of the package of the same name.
@NullMarked
package dev.belljar.app.keys;

import org.jspecify.annotations.NullMarked;
