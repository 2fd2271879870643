/// The timeline screen: what happened in a sandbox, on one time axis.
@NullMarked
package dev.belljar.app.timeline;

import org.jspecify.annotations.NullMarked;
