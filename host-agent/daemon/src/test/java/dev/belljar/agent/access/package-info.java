/// Tests of the access to machines.
@NullMarked
package dev.belljar.agent.access;

import org.jspecify.annotations.NullMarked;
