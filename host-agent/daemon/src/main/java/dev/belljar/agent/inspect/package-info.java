/// Looking into connections to chosen names: TLS ends here, requests are read, secrets are put in place.
@NullMarked
package dev.belljar.agent.inspect;

import org.jspecify.annotations.NullMarked;
