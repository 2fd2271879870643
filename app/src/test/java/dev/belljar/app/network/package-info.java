/// The network room.
@NullMarked
package dev.belljar.app.network;

import org.jspecify.annotations.NullMarked;
