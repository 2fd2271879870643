/// The help of every command, on the terminal and as manual pages.
@NullMarked
package dev.belljar.client.help;

import org.jspecify.annotations.NullMarked;
