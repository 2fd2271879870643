/// Tests of the view states of one sandbox.
@NullMarked
package dev.belljar.app.sandbox;

import org.jspecify.annotations.NullMarked;
