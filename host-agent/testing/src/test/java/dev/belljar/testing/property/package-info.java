/// Tests of the property tests themselves.
@NullMarked
package dev.belljar.testing.property;

import org.jspecify.annotations.NullMarked;
