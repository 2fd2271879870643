/// Reads and writes the parts of HTTP/1 that host agent and clients both use: heads, so strictly that no two programs
/// can read one differently, the bodies of responses, and the frames of WebSockets.
@NullMarked
package dev.belljar.contract.http;

import org.jspecify.annotations.NullMarked;
