/// Tests of the benchmarks.
@NullMarked
package dev.belljar.bench.rig;

import org.jspecify.annotations.NullMarked;
