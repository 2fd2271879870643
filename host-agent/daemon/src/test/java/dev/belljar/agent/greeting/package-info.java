@NullMarked
package dev.belljar.agent.greeting;

import org.jspecify.annotations.NullMarked;
