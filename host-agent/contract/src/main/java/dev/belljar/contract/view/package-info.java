/// Answers to questions: the shapes of what the API returns beyond a sandbox and its events.
@NullMarked
package dev.belljar.contract.view;

import org.jspecify.annotations.NullMarked;
