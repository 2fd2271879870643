/// Tests of secrets.
@NullMarked
package dev.belljar.agent.secret;

import org.jspecify.annotations.NullMarked;
