/// How the window looks: the light and the dark theme, fonts, colours, and whether animations run.
@NullMarked
package dev.belljar.app.theme;

import org.jspecify.annotations.NullMarked;
