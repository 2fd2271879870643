/// The files that had been changed up to a moment in the past.
@NullMarked
package dev.belljar.app.review.past;

import org.jspecify.annotations.NullMarked;
