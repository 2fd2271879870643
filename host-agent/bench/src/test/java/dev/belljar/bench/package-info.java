/// Tests of the benchmarks.
@NullMarked
package dev.belljar.bench;

import org.jspecify.annotations.NullMarked;
