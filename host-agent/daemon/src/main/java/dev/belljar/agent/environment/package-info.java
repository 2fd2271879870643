/// The environments that projects propose, and those that the user accepted.
@NullMarked
package dev.belljar.agent.environment;

import org.jspecify.annotations.NullMarked;
