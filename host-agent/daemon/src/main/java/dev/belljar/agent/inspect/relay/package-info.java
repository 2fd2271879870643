/// Relays one decrypted connection between guest and server, and puts secrets in place of placeholders.
@NullMarked
package dev.belljar.agent.inspect.relay;

import org.jspecify.annotations.NullMarked;
