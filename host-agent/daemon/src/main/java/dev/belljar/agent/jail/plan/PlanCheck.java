package dev.belljar.agent.jail.plan;

/// One check of a plan.
final class PlanCheck {
    private PlanCheck() {}

    /// Refuses the plan with this message unless the condition holds.
    static void require(boolean holds, String message, Object... values) throws JailException {
        if (!holds) {
            throw new JailException(JailException.PLAN, message.formatted(values), null);
        }
    }
}
