package dev.belljar.app.timeline;

import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.navigation.Navigation;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.contract.view.timeline.TimelineMark;

/// Shows a process or mark of the timeline on its own screen.
final class TargetScreens {
    private final Navigation navigation;
    private final TimelineModel model;

    TargetScreens(Navigation navigation, TimelineModel model) {
        this.navigation = navigation;
        this.model = model;
    }

    /// Shows all processes.
    void processes() {
        navigation.screen(ScreenKind.PROCESSES);
    }

    void open(TimelineTarget target) {
        switch (target) {
            case TimelineTarget.ProcessTarget shown ->
                navigation.seek(
                        ScreenKind.PROCESSES, Integer.toString(shown.process().pid()));
            case TimelineTarget.MarkTarget shown -> open(shown.mark());
            case TimelineTarget.TimeTarget _ -> {}
        }
    }

    private void open(TimelineMark mark) {
        String id = mark.id();
        if (mark.kind() == TimelineMark.Kind.SNAPSHOT && id != null) {
            navigation.seek(ScreenKind.SNAPSHOTS, id);
        } else if (model.waits(mark) && id != null) {
            navigation.open(new DialogKind.ShowInbox(id));
        } else if (mark.kind() == TimelineMark.Kind.BLOCKED) {
            navigation.seek(ScreenKind.NETWORK, mark.label());
        } else {
            navigation.screen(screen(mark.kind()));
        }
    }

    private static ScreenKind screen(TimelineMark.Kind kind) {
        return switch (kind) {
            case SNAPSHOT -> ScreenKind.SNAPSHOTS;
            case COMMIT, SYNC -> ScreenKind.CHANGES;
            case APPROVAL, BLOCKED -> ScreenKind.NETWORK;
            case STATE -> ScreenKind.LOG;
        };
    }
}
