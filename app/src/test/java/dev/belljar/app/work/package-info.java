/// Tests of what is known of the work.
@NullMarked
package dev.belljar.app.work;

import org.jspecify.annotations.NullMarked;
