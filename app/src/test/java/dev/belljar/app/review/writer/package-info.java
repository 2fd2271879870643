/// Tests of who wrote a hunk.
@NullMarked
package dev.belljar.app.review.writer;

import org.jspecify.annotations.NullMarked;
