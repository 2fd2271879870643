/// Tests of the reducers of processes.
@NullMarked
package dev.belljar.app.process;

import org.jspecify.annotations.NullMarked;
