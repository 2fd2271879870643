/// The look: theme, tokens, fonts and the small controls every screen is made of.
@NullMarked
package dev.belljar.app.ui;

import org.jspecify.annotations.NullMarked;
