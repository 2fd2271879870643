/// Tests of the environments that projects propose.
@NullMarked
package dev.belljar.agent.environment;

import org.jspecify.annotations.NullMarked;
