/// Runs Belljar's scripts in the guest, limited in bytes and time.
@NullMarked
package dev.belljar.agent.sync.script;

import org.jspecify.annotations.NullMarked;
