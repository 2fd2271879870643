/// The approvals that wait for an answer, how they ended, and the sentences about them.
@NullMarked
package dev.belljar.app.approval;

import org.jspecify.annotations.NullMarked;
