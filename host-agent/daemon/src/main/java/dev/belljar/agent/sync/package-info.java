/// Transfers the project into a machine and its work out: capture, the host's own bare repository, review and
/// import gate.
@NullMarked
package dev.belljar.agent.sync;

import org.jspecify.annotations.NullMarked;
