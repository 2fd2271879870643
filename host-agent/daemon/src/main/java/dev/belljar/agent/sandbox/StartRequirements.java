package dev.belljar.agent.sandbox;

import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sandbox.Requirement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The requirements that must hold before a machine is ready, with their progress.
public final class StartRequirements {
    /// The requirements, in the order in which they are met.
    public enum Need {
        IMAGE("image", "Prepare the guest image"),
        ACCELERATION("acceleration", "Test hardware acceleration"),
        CAPTURE("capture", "Read the project"),
        MACHINE("machine", "Start the machine"),
        GUEST("guest", "Connect to the guest agent"),
        IDENTITY("identity", "Set a new identity"),
        PROJECT("project", "Copy the project to /workspace");

        private final String word;
        private final String label;

        Need(String word, String label) {
            this.word = word;
            this.label = label;
        }

        String word() {
            return word;
        }
    }

    /// Receives each change of a requirement.
    interface Listener {
        void changed(Requirement requirement);
    }

    private final Map<Need, Requirement> all = new EnumMap<>(Need.class);
    private final Map<Need, Long> begun = new EnumMap<>(Need.class);
    private final Listener listener;

    StartRequirements(Listener listener) {
        this.listener = listener;
        for (Need need : Need.values()) {
            all.put(need, new Requirement(need.word, need.label, Requirement.State.PENDING, 0, null, null, null));
        }
    }

    public synchronized List<Requirement> list() {
        List<Requirement> now = new ArrayList<>();
        all.forEach((need, requirement) -> now.add(
                requirement.state() == Requirement.State.WAITING
                        ? withMillis(requirement, elapsed(need))
                        : requirement));
        return List.copyOf(now);
    }

    public void begin(Need need, @Nullable String detail) {
        synchronized (this) {
            begun.put(need, System.nanoTime());
        }
        set(need, Requirement.State.WAITING, null, detail, null);
    }

    public void progress(Need need, int percent, String detail) {
        set(need, Requirement.State.WAITING, percent, detail, null);
    }

    public void met(Need need, @Nullable String detail) {
        set(need, Requirement.State.MET, null, detail, null);
    }

    /// Marks the requirement that is being waited for as failed.
    public void failed(Problem problem) {
        for (Need need : Need.values()) {
            if (state(need) == Requirement.State.WAITING) {
                set(need, Requirement.State.FAILED, null, problem.detail(), problem.hint());
            }
        }
    }

    private synchronized Requirement.@Nullable State state(Need need) {
        Requirement requirement = all.get(need);
        return requirement == null ? null : requirement.state();
    }

    private void set(
            Need need,
            Requirement.State state,
            @Nullable Integer percent,
            @Nullable String detail,
            @Nullable String hint) {
        Requirement requirement;
        Requirement before;
        synchronized (this) {
            requirement = new Requirement(need.word, need.label, state, elapsed(need), percent, detail, hint);
            before = all.put(need, requirement);
        }
        if (before == null || isNews(before, requirement)) {
            listener.changed(requirement);
        }
    }

    // A large project is sent in tens of thousands of pieces, and each reported change is stored permanently.
    private static boolean isNews(Requirement before, Requirement now) {
        return now.percent() == null
                || now.state() != before.state()
                || !now.percent().equals(before.percent());
    }

    private long elapsed(Need need) {
        Long since = begun.get(need);
        return since == null ? 0 : (System.nanoTime() - since) / 1_000_000;
    }

    private static Requirement withMillis(Requirement r, long millis) {
        return new Requirement(r.name(), r.label(), r.state(), millis, r.percent(), r.detail(), r.hint());
    }
}
