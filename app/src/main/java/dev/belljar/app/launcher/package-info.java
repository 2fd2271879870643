/// All projects: cards, adding one, and what to do when there is none.
@NullMarked
package dev.belljar.app.launcher;

import org.jspecify.annotations.NullMarked;
