/// The serial console of a machine: its socket, its log, and its text made harmless.
@NullMarked
package dev.belljar.agent.vm.console;

import org.jspecify.annotations.NullMarked;
