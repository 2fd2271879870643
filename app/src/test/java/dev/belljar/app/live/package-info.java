/// Tests of the folds.
@NullMarked
package dev.belljar.app.live;

import org.jspecify.annotations.NullMarked;
