/// Tests of the decision about a sync.
@NullMarked
package dev.belljar.app.review;

import org.jspecify.annotations.NullMarked;
