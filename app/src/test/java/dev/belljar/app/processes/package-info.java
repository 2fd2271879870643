/// Tests of the list of processes.
@NullMarked
package dev.belljar.app.processes;

import org.jspecify.annotations.NullMarked;
