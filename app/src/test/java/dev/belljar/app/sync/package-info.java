/// Tests of the settings of a sync.
@NullMarked
package dev.belljar.app.sync;

import org.jspecify.annotations.NullMarked;
