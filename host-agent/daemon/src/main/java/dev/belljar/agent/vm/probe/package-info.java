/// Measures with a short boot how this host can run machines.
@NullMarked
package dev.belljar.agent.vm.probe;

import org.jspecify.annotations.NullMarked;
