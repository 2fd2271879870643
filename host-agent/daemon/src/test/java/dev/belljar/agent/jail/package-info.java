/// Tests of jails that run.
@NullMarked
package dev.belljar.agent.jail;

import org.jspecify.annotations.NullMarked;
