/// Property tests: a test method is called with many generated values, and a failure is reduced to simple ones.
@NullMarked
package dev.belljar.testing.property;

import org.jspecify.annotations.NullMarked;
