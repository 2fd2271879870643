/// The host: processes, folders, files, confinement and budgets. The only package that starts programs or calls
/// native code.
@NullMarked
package dev.belljar.agent.host;

import org.jspecify.annotations.NullMarked;
