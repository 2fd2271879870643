/// The commands that show and control what sandboxes reach on the network.
@NullMarked
package dev.belljar.client.command.network;

import org.jspecify.annotations.NullMarked;
