/// Fetches the work from the guest; objects stay in quarantine until they have been checked.
@NullMarked
package dev.belljar.agent.sync.quarantine;

import org.jspecify.annotations.NullMarked;
