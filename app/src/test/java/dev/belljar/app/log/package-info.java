/// Tests of the log.
@NullMarked
package dev.belljar.app.log;

import org.jspecify.annotations.NullMarked;
