/// The help of every command, on the terminal and as manual pages.
@NullMarked
package dev.belljar.client.command.help;

import org.jspecify.annotations.NullMarked;
