/// Tests of the commands about jails.
@NullMarked
package dev.belljar.client.command.jail;

import org.jspecify.annotations.NullMarked;
