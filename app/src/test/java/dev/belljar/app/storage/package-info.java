/// Tests of the package of the same name.
@NullMarked
package dev.belljar.app.storage;

import org.jspecify.annotations.NullMarked;
