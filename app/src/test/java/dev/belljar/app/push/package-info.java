/// Tests of the dialog of a push.
@NullMarked
package dev.belljar.app.push;

import org.jspecify.annotations.NullMarked;
