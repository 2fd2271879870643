/// The user's desktop outside the window: its browsers, editors and notifications.
@NullMarked
package dev.belljar.app.desktop;

import org.jspecify.annotations.NullMarked;
