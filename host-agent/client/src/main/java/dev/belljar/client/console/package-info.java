/// What every command uses: its session with the user and the host agent, and the texts, tables and progress lines that
/// it prints.
@NullMarked
package dev.belljar.client.console;

import org.jspecify.annotations.NullMarked;
