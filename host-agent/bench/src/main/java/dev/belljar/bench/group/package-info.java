/// The benchmarks, one class each.
@NullMarked
package dev.belljar.bench.group;

import org.jspecify.annotations.NullMarked;
