/// Tests of the dialog about conflicts.
@NullMarked
package dev.belljar.app.review.conflict;

import org.jspecify.annotations.NullMarked;
