/// Names of `sandbox.local`: announced by Avahi, looked up for real, and what a host lacks to find them.
@NullMarked
package dev.belljar.agent.naming;

import org.jspecify.annotations.NullMarked;
