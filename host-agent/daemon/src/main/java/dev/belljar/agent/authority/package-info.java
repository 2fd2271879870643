/// The certificate authorities of this host beyond those of its distribution, and those that guests trust.
@NullMarked
package dev.belljar.agent.authority;

import org.jspecify.annotations.NullMarked;
