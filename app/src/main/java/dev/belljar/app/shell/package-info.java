/// The frame around every screen: sidebar, header, tabs, status bar, dialogs and keys.
@NullMarked
package dev.belljar.app.shell;

import org.jspecify.annotations.NullMarked;
