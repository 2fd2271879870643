/// The commands about this computer, the host agent and its storage.
@NullMarked
package dev.belljar.client.command.host;

import org.jspecify.annotations.NullMarked;
