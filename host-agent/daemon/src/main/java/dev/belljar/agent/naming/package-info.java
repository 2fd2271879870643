/// Names of `sandbox.local`: announces them with Avahi, checks that they resolve, and finds what the host's
/// configuration lacks.
@NullMarked
package dev.belljar.agent.naming;

import org.jspecify.annotations.NullMarked;
