/// The requests about coding agents.
@NullMarked
package dev.belljar.contract.request.codingagent;

import org.jspecify.annotations.NullMarked;
