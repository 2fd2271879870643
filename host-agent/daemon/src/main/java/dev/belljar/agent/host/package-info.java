/// The host underneath: processes, sockets, folders and figures; the only package that starts programs or calls
/// natively.
@NullMarked
package dev.belljar.agent.host;

import org.jspecify.annotations.NullMarked;
