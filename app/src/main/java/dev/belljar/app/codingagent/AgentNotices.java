package dev.belljar.app.codingagent;

import dev.belljar.app.desktop.Notifier;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.AgentBadges;
import dev.belljar.contract.sandbox.CodingAgentState;
import dev.belljar.contract.sandbox.CodingAgentStatus;
import dev.belljar.contract.sandbox.Sandbox;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/// Shows a desktop notification when a coding agent asks, is done or failed, unless the user looks at the window.
///
/// Its title names the sandbox and says that it is about an agent, and what the agent says is quoted: a guest must not
/// be able to make it look like a request for approval, or like one of another sandbox.
public final class AgentNotices {
    private static final Texts TEXTS = Texts.of(AgentNotices.class);
    /// A guest that changes its state all the time is shown only this often.
    private static final long QUIET_MILLIS = 10_000;

    private final Notifier notifier;
    private final BooleanSupplier looking;
    private final LongSupplier clock;
    private final Map<String, CodingAgentStatus> seen = new HashMap<>();
    private final Map<String, Long> told = new HashMap<>();
    private boolean first = true;

    /// `looking` returns true while the window has the focus; `clock` returns milliseconds.
    public AgentNotices(Notifier notifier, BooleanSupplier looking, LongSupplier clock) {
        this.notifier = notifier;
        this.looking = looking;
        this.clock = clock;
    }

    /// Takes the sandboxes as they are now. What was so before the window was opened is not shown.
    public void show(List<Sandbox> sandboxes) {
        Map<String, CodingAgentStatus> now = new HashMap<>();
        for (Sandbox sandbox : sandboxes) {
            for (CodingAgentStatus agent : sandbox.status().agents()) {
                String key = sandbox.id() + " " + agent.agent() + " " + agent.started();
                now.put(key, agent);
                CodingAgentStatus before = seen.get(key);
                boolean fresh = before == null || before.state() != agent.state();
                if (fresh && !first && agent.state().callsUser() && !looking.getAsBoolean()) {
                    tell(sandbox, agent);
                }
            }
        }
        told.keySet()
                .removeIf(id -> sandboxes.stream().noneMatch(each -> each.id().equals(id)));
        first &= sandboxes.isEmpty();
        seen.clear();
        seen.putAll(now);
    }

    private void tell(Sandbox sandbox, CodingAgentStatus agent) {
        long now = clock.getAsLong();
        Long last = told.get(sandbox.id());
        if (last != null && now - last < QUIET_MILLIS) {
            return;
        }
        told.put(sandbox.id(), now);
        String name = sandbox.spec().name();
        if (agent.state() == CodingAgentState.ASKING) {
            String waiting = agent.waiting();
            notifier.tell(
                    TEXTS.get("notice.asking.title", name),
                    waiting == null
                            ? TEXTS.get("notice.asking.text.plain", agent.title())
                            : TEXTS.get("notice.asking.text", agent.title(), AgentBadges.said(waiting)));
        } else if (agent.state() == CodingAgentState.DONE) {
            notifier.tell(TEXTS.get("notice.done.title", name), TEXTS.get("notice.done.text", agent.title()));
        } else {
            notifier.tell(TEXTS.get("notice.failed.title", name), TEXTS.get("notice.failed.text", agent.title()));
        }
    }
}
