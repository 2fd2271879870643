@NullMarked
package dev.belljar.agent.gateway;

import org.jspecify.annotations.NullMarked;
