/// Records what happens in a sandbox, and when its machine was last used.
@NullMarked
package dev.belljar.agent.recording;

import org.jspecify.annotations.NullMarked;
