/// The screen with the settings of a sandbox.
@NullMarked
package dev.belljar.app.settings;

import org.jspecify.annotations.NullMarked;
