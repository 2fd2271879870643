/// Tests of the texts and counts of approvals.
@NullMarked
package dev.belljar.app.approval;

import org.jspecify.annotations.NullMarked;
