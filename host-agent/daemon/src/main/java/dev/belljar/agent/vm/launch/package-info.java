/// What a machine is started with: its files, QEMU's command line, confinement, and facts of this host.
@NullMarked
package dev.belljar.agent.vm.launch;

import org.jspecify.annotations.NullMarked;
