/// A generated Node.js project and a server for its packages, for benchmarks.
@NullMarked
package dev.belljar.bench.node;

import org.jspecify.annotations.NullMarked;
