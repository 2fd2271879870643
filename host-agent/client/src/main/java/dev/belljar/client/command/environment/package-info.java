/// The commands about the environments that projects propose.
@NullMarked
package dev.belljar.client.command.environment;

import org.jspecify.annotations.NullMarked;
