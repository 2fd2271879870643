/// The settings of single sandboxes that can be changed after their creation, and what applies them to
/// machines.
@NullMarked
package dev.belljar.agent.settings;

import org.jspecify.annotations.NullMarked;
