/// Tests of the sync modes.
@NullMarked
package dev.belljar.agent.autosync;

import org.jspecify.annotations.NullMarked;
