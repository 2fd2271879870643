/// Tests of the package of the same name.
@NullMarked
package dev.belljar.app.environment;

import org.jspecify.annotations.NullMarked;
