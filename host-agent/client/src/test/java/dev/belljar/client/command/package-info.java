/// Tests of the command line.
@NullMarked
package dev.belljar.client.command;

import org.jspecify.annotations.NullMarked;
