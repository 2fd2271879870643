/// Tests of the certificate authorities of the host that guests trust.
@NullMarked
package dev.belljar.agent.authority;

import org.jspecify.annotations.NullMarked;
