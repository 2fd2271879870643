/// The files of a review and the decisions about their hunks, which are found again after a fetch.
@NullMarked
package dev.belljar.app.review.decision;

import org.jspecify.annotations.NullMarked;
