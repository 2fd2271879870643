/// Reads and writes the heads of HTTP/1 messages, so strictly that no two programs can read one differently.
@NullMarked
package dev.belljar.agent.http;

import org.jspecify.annotations.NullMarked;
