/// The serial console of a machine: its socket, its log, and the removal of dangerous characters from its text.
@NullMarked
package dev.belljar.agent.vm.console;

import org.jspecify.annotations.NullMarked;
