/// Takes snapshots before risky moments without a request, within limits.
@NullMarked
package dev.belljar.agent.autosnapshot;

import org.jspecify.annotations.NullMarked;
