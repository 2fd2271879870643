/// Tests of the benchmarks.
@NullMarked
package dev.belljar.client.bench;

import org.jspecify.annotations.NullMarked;
