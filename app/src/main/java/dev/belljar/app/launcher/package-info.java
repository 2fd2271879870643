/// The launcher: all projects as cards, the dialog that adds one, and the state without projects.
@NullMarked
package dev.belljar.app.launcher;

import org.jspecify.annotations.NullMarked;
