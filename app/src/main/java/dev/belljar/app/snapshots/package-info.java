/// Snapshots and branches of a machine as a drawn tree, and what can be done from each moment.
@NullMarked
package dev.belljar.app.snapshots;

import org.jspecify.annotations.NullMarked;
