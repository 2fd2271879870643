/// The guest link as the host agent uses it: commands, streams and events. Everything that arrives here is hostile
/// input; the packages below read it.
@NullMarked
package dev.belljar.agent.guest;

import org.jspecify.annotations.NullMarked;
