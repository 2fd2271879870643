/// Who wrote a hunk: the processes, their ancestors, and what they had downloaded before.
@NullMarked
package dev.belljar.app.review.writer;

import org.jspecify.annotations.NullMarked;
