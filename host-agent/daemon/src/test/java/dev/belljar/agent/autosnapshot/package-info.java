/// Tests of automatic snapshots.
@NullMarked
package dev.belljar.agent.autosnapshot;

import org.jspecify.annotations.NullMarked;
