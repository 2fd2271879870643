/// Tests of the network screen.
@NullMarked
package dev.belljar.app.network;

import org.jspecify.annotations.NullMarked;
