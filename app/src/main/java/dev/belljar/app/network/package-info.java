/// The network of a sandbox: who connected to whom, how many bytes were sent, and what was blocked.
@NullMarked
package dev.belljar.app.network;

import org.jspecify.annotations.NullMarked;
