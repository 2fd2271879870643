package dev.belljar.contract.request.codingagent;

import org.jspecify.annotations.Nullable;

/// Asks to wait for the end of a login. `answer` is the address to which the browser was sent after the
/// login, or the code in it, for a browser that cannot reach the host agent; null if there is none.
public record FinishLogin(@Nullable String answer) {}
