@NullMarked
package dev.belljar.bench.node;

import org.jspecify.annotations.NullMarked;
