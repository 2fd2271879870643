/// Tests of the changes at a moment in the past.
@NullMarked
package dev.belljar.app.review.past;

import org.jspecify.annotations.NullMarked;
