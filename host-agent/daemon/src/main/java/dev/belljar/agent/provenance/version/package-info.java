/// Follows the content of files in the workspace: reads files after they were written, and keeps their versions.
@NullMarked
package dev.belljar.agent.provenance.version;

import org.jspecify.annotations.NullMarked;
