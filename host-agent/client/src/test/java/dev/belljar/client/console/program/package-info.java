/// Tests of how commands end.
@NullMarked
package dev.belljar.client.console.program;

import org.jspecify.annotations.NullMarked;
