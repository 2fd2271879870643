/// Tests of the commands that run coding agents and single commands.
@NullMarked
package dev.belljar.client.command.sandbox.run;

import org.jspecify.annotations.NullMarked;
