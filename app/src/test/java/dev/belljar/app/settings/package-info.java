/// Tests of the settings screen.
@NullMarked
package dev.belljar.app.settings;

import org.jspecify.annotations.NullMarked;
