/// The mirrors of package managers that the configuration of this host names, and those that guests use.
@NullMarked
package dev.belljar.agent.mirror;

import org.jspecify.annotations.NullMarked;
