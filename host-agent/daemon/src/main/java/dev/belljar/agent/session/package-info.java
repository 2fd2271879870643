/// The session that all terminals of a machine share: a Zellij client over the guest link, whose responses are
/// untrusted.
@NullMarked
package dev.belljar.agent.session;

import org.jspecify.annotations.NullMarked;
