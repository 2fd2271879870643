/// Tests of the mirrors that guests take over from this host.
@NullMarked
package dev.belljar.agent.mirror;

import org.jspecify.annotations.NullMarked;
