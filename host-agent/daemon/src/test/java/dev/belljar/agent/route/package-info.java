@NullMarked
package dev.belljar.agent.route;

import org.jspecify.annotations.NullMarked;
