/// Transfers the project into a machine and its work out; the packages below do the work, from capture to import gate.
@NullMarked
package dev.belljar.agent.sync;

import org.jspecify.annotations.NullMarked;
