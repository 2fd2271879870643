/// Tests of the diff.
@NullMarked
package dev.belljar.app.changes;

import org.jspecify.annotations.NullMarked;
