@NullMarked
package dev.belljar.agent.sniff;

import org.jspecify.annotations.NullMarked;
