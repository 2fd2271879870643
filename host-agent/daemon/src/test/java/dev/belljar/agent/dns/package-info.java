@NullMarked
package dev.belljar.agent.dns;

import org.jspecify.annotations.NullMarked;
