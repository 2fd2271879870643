@NullMarked
package dev.belljar.agent.setup;

import org.jspecify.annotations.NullMarked;
