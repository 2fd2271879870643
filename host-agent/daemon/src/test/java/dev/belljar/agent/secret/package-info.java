/// What is kept outside.
@NullMarked
package dev.belljar.agent.secret;

import org.jspecify.annotations.NullMarked;
