/// The appearance of the window: themes, tokens, fonts and the controls that screens share.
@NullMarked
package dev.belljar.app.ui;

import org.jspecify.annotations.NullMarked;
