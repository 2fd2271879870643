/// Responses about coding agents.
@NullMarked
package dev.belljar.contract.view.codingagent;

import org.jspecify.annotations.NullMarked;
