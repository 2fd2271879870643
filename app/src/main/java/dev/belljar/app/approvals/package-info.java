/// Pending approvals: the inbox with all of them, and a dock for one of them at the window's lower edge.
@NullMarked
package dev.belljar.app.approvals;

import org.jspecify.annotations.NullMarked;
