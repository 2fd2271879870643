/// Tests of the commands about the network.
@NullMarked
package dev.belljar.client.command.network;

import org.jspecify.annotations.NullMarked;
