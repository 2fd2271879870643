/// What of the outside can be tested without one.
@NullMarked
package dev.belljar.agent.sockets;

import org.jspecify.annotations.NullMarked;
