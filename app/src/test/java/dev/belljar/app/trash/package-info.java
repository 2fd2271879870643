/// Tests of the package of the same name.
@NullMarked
package dev.belljar.app.trash;

import org.jspecify.annotations.NullMarked;
