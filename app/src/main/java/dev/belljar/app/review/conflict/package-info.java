/// The conflicts of a sync with the files of the user's working tree, and how the user resolves them.
@NullMarked
package dev.belljar.app.review.conflict;

import org.jspecify.annotations.NullMarked;
