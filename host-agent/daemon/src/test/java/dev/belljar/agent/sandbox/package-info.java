/// Tests of a sandbox's life over stand-ins for machine, guest and project.
@NullMarked
package dev.belljar.agent.sandbox;

import org.jspecify.annotations.NullMarked;
