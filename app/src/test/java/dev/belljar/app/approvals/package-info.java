/// Tests of what the window decides about questions.
@NullMarked
package dev.belljar.app.approvals;

import org.jspecify.annotations.NullMarked;
