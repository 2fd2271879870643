/// The import gate: marks changes that could execute a program on the host.
@NullMarked
package dev.belljar.agent.sync.gate;

import org.jspecify.annotations.NullMarked;
