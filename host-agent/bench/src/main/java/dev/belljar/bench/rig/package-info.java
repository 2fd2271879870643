/// What benchmarks run on and compare with: machines, host agents, peers and rivals, and the figures that they report.
@NullMarked
package dev.belljar.bench.rig;

import org.jspecify.annotations.NullMarked;
