/// Tests of what measures Belljar.
@NullMarked
package dev.belljar.client.bench;

import org.jspecify.annotations.NullMarked;
