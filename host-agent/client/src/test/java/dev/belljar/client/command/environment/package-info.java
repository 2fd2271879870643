/// Tests of the commands about environments.
@NullMarked
package dev.belljar.client.command.environment;

import org.jspecify.annotations.NullMarked;
