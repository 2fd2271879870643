/// The session every terminal of a machine shares: Zellij spoken to over the guest link; all it says is hostile input.
@NullMarked
package dev.belljar.agent.session;

import org.jspecify.annotations.NullMarked;
