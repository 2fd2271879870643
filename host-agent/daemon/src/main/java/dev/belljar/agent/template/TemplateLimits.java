package dev.belljar.agent.template;

import dev.belljar.agent.snapshot.ProjectTemplateStore;
import dev.belljar.agent.snapshot.StoredTemplate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Removes templates that can never be used again, and the least recently used ones beyond the limits.
record TemplateLimits(ProjectTemplateStore store, TemplateSettings settings) {
    /// Applies the limits after the template with this id was made, and returns the templates that were removed.
    /// The new one is only removed if it exceeds the limits alone.
    List<StoredTemplate> apply(String made) {
        List<StoredTemplate> removed = new ArrayList<>();
        StoredTemplate newest = store.find(made).orElse(null);
        if (newest == null) {
            return removed;
        }
        for (StoredTemplate other : store.list()) {
            boolean replaced =
                    other.key().equals(newest.key()) || !other.image().equals(newest.image());
            if (!other.id().equals(made) && other.project().equals(newest.project()) && replaced) {
                remove(other, removed);
            }
        }
        List<StoredTemplate> oldest = new ArrayList<>(store.list());
        oldest.sort(Comparator.comparing((StoredTemplate each) -> each.id().equals(made))
                .thenComparingLong(this::lastUse));
        for (StoredTemplate each : oldest) {
            if (store.list().size() > TemplateSettings.MOST || bytes() > settings.mostBytes()) {
                remove(each, removed);
            }
        }
        return removed;
    }

    private void remove(StoredTemplate template, List<StoredTemplate> removed) {
        if (store.remove(template.id())) {
            removed.add(template);
        }
    }

    private long lastUse(StoredTemplate template) {
        Long used = store.used(template.id());
        return used == null ? template.created() : used;
    }

    private long bytes() {
        return store.list().stream()
                .map(each -> store.bytes(each.id()))
                .mapToLong(each -> each.disk() + each.memory())
                .sum();
    }
}
