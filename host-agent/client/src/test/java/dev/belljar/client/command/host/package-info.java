/// Tests of the commands about this computer and the host agent.
@NullMarked
package dev.belljar.client.command.host;

import org.jspecify.annotations.NullMarked;
