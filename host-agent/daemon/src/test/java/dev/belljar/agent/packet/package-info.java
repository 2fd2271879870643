@NullMarked
package dev.belljar.agent.packet;

import org.jspecify.annotations.NullMarked;
