/// What benchmarks use: machines and host agents to measure, servers for network traffic, other programs to compare
/// with, and the reported figures.
@NullMarked
package dev.belljar.bench.rig;

import org.jspecify.annotations.NullMarked;
