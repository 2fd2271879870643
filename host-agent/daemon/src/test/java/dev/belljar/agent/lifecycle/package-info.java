/// Tests of the life cycle of sandboxes with fakes for machine, guest and project.
@NullMarked
package dev.belljar.agent.lifecycle;

import org.jspecify.annotations.NullMarked;
