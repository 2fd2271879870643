/// How commands of the command line, and the programs that they run in sandboxes, end.
@NullMarked
package dev.belljar.client.console.program;

import org.jspecify.annotations.NullMarked;
