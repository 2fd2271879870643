/// What tests on real machines need in several modules: templates, projects, a coding agent with its model, a name
/// server, and a server that is not on this host.
@NullMarked
package dev.belljar.testing;

import org.jspecify.annotations.NullMarked;
