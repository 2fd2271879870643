/// Reads and writes HTTP/1.1: heads, fields and bodies, within limits.
@NullMarked
package dev.belljar.agent.inspect.http;

import org.jspecify.annotations.NullMarked;
