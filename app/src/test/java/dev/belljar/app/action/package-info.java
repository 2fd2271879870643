/// Tests of the actions.
@NullMarked
package dev.belljar.app.action;

import org.jspecify.annotations.NullMarked;
