/// Tests of the dialog that adds a project.
@NullMarked
package dev.belljar.app.launcher;

import org.jspecify.annotations.NullMarked;
