/// Tests of the folds.
@NullMarked
package dev.belljar.app.state;

import org.jspecify.annotations.NullMarked;
