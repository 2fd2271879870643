/// Tests of adding a project.
@NullMarked
package dev.belljar.app.launcher;

import org.jspecify.annotations.NullMarked;
