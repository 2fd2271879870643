/// Tests of the models of approvals.
@NullMarked
package dev.belljar.app.approvals;

import org.jspecify.annotations.NullMarked;
