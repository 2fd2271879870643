/// What may leave a machine: rules in layers, the presets under them, and the questions put to a person.
@NullMarked
package dev.belljar.agent.policy;

import org.jspecify.annotations.NullMarked;
