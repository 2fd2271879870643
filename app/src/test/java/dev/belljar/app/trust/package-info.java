/// Tests of the package of the same name.
@NullMarked
package dev.belljar.app.trust;

import org.jspecify.annotations.NullMarked;
