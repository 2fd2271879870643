/// The fakes for machine, guest and project, and the fixture that the tests of sandboxes share.
@NullMarked
package dev.belljar.agent.sandbox;

import org.jspecify.annotations.NullMarked;
