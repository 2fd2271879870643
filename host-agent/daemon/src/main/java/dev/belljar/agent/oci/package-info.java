/// Reads container images as files: OCI layouts, archives of them, and the archives that Docker saves.
///
/// All of it comes from a stranger. Nothing is read that is not bounded, and nothing is believed whose
/// digest was not computed here.
@NullMarked
package dev.belljar.agent.oci;

import org.jspecify.annotations.NullMarked;
