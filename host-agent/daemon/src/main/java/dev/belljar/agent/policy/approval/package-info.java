/// Decides the flows of one sandbox: rules, budgets, and approvals that wait for the developer's answer.
@NullMarked
package dev.belljar.agent.policy.approval;

import org.jspecify.annotations.NullMarked;
