/// Tests of the diff.
@NullMarked
package dev.belljar.app.diff;

import org.jspecify.annotations.NullMarked;
