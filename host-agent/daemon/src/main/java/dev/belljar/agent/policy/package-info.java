/// The network policy of sandboxes: rules in layers, presets, approvals and budgets.
@NullMarked
package dev.belljar.agent.policy;

import org.jspecify.annotations.NullMarked;
