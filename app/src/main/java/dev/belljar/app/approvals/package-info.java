/// Questions that wait for a person: all of them as cards, and the nearest one at the window's lower edge.
@NullMarked
package dev.belljar.app.approvals;

import org.jspecify.annotations.NullMarked;
