/// Puts the user's newest commits into a guest.
@NullMarked
package dev.belljar.agent.sync.push;

import org.jspecify.annotations.NullMarked;
