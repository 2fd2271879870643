/// The project in and the work out: capture, the host's own bare repository, the import gate.
@NullMarked
package dev.belljar.agent.sync;

import org.jspecify.annotations.NullMarked;
