/// Tests of the policies and TLS inspection of sandboxes.
@NullMarked
package dev.belljar.agent.egress;

import org.jspecify.annotations.NullMarked;
