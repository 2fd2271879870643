@NullMarked
package dev.belljar.agent.naming;

import org.jspecify.annotations.NullMarked;
