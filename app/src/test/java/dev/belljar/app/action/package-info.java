/// Tests of what a person can ask of the agent.
@NullMarked
package dev.belljar.app.action;

import org.jspecify.annotations.NullMarked;
