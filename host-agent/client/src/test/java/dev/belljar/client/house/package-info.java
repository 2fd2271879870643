/// Tests of the architecture and vocabulary rules of the client and the command line.
@NullMarked
package dev.belljar.client.house;

import org.jspecify.annotations.NullMarked;
