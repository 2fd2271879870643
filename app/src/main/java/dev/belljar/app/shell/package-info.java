/// The frame around every room: sidebar, header, tabs, status bar, dialogs and keys.
@NullMarked
package dev.belljar.app.shell;

import org.jspecify.annotations.NullMarked;
