/// Tests of the reducers and view states.
@NullMarked
package dev.belljar.app.state;

import org.jspecify.annotations.NullMarked;
