/// What of the outside can be tested without one.
@NullMarked
package dev.belljar.agent.carry;

import org.jspecify.annotations.NullMarked;
