/// The life of a sandbox, from created to destroyed.
@NullMarked
package dev.belljar.agent.sandbox;

import org.jspecify.annotations.NullMarked;
