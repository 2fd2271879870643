/// Tests of the formats of figures and texts.
@NullMarked
package dev.belljar.app.text;

import org.jspecify.annotations.NullMarked;
