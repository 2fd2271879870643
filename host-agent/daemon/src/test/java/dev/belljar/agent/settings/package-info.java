/// Tests of the settings of sandboxes.
@NullMarked
package dev.belljar.agent.settings;

import org.jspecify.annotations.NullMarked;
