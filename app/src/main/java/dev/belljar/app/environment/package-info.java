/// The environment that a project proposes, its setup in a sandbox, and its template.
@NullMarked
package dev.belljar.app.environment;

import org.jspecify.annotations.NullMarked;
