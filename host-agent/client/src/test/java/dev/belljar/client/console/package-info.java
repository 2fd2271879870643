/// Tests of what every command uses.
@NullMarked
package dev.belljar.client.console;

import org.jspecify.annotations.NullMarked;
