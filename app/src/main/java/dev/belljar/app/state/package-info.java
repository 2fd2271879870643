/// What happened: background folds of the agent's answers and events into immutable pictures.
@NullMarked
package dev.belljar.app.state;

import org.jspecify.annotations.NullMarked;
