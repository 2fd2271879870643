/// The network policy: rules, their layers, approvals, and the audit of decisions.
@NullMarked
package dev.belljar.contract.policy;

import org.jspecify.annotations.NullMarked;
