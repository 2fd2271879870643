package dev.belljar.contract.event;

import dev.belljar.contract.environment.ProjectTemplate;
import org.jspecify.annotations.Nullable;

/// The template of a project is being made, was made, could not be made, or was removed.
public record TemplateChanged(long seq, long ts, HostEvent.ChangeKind change, ProjectTemplate template)
        implements HostEvent {
    @Override
    public @Nullable String sandbox() {
        return null;
    }

    @Override
    public EventType type() {
        return EventType.TEMPLATE;
    }

    @Override
    public TemplateChanged withSeq(long newSeq) {
        return new TemplateChanged(newSeq, ts, change, template);
    }
}
