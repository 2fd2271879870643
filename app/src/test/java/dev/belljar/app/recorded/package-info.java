/// Recorded states that only tests need.
@NullMarked
package dev.belljar.app.recorded;

import org.jspecify.annotations.NullMarked;
