@NullMarked
package dev.belljar.agent.frozen;

import org.jspecify.annotations.NullMarked;
