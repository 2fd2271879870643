/// The network of a machine: who talked to whom, how much, and what was refused.
@NullMarked
package dev.belljar.app.network;

import org.jspecify.annotations.NullMarked;
