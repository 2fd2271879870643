/// Tests of the timeline.
@NullMarked
package dev.belljar.app.timeline;

import org.jspecify.annotations.NullMarked;
