/// Policy files: where they are, their format, their layers, and what a project proposes.
@NullMarked
package dev.belljar.agent.policy.file;

import org.jspecify.annotations.NullMarked;
