/// Requests about rules, approvals, secrets and the audit log.
@NullMarked
package dev.belljar.contract.request.policy;

import org.jspecify.annotations.NullMarked;
