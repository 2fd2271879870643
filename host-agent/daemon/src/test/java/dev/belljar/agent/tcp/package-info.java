@NullMarked
package dev.belljar.agent.tcp;

import org.jspecify.annotations.NullMarked;
