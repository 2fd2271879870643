/// Commands that run coding agents, and single commands, in sandboxes of a project.
@NullMarked
package dev.belljar.client.command.sandbox.run;

import org.jspecify.annotations.NullMarked;
