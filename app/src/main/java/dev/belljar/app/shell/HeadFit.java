package dev.belljar.app.shell;

/// How much of a sandbox's header fits into the window. Each constant hides what the one before it hides, and
/// one part more.
enum HeadFit {
    EVERYTHING,
    /// The buttons for snapshots and addresses have only icons.
    BRIEF_BUTTONS,
    /// Only the shape shows the state.
    NO_STATE,
    /// The git branch is hidden.
    NO_BRANCH,
    /// The badges have only icons.
    ICON_BADGES;

    boolean briefButtons() {
        return compareTo(BRIEF_BUTTONS) >= 0;
    }

    boolean state() {
        return compareTo(NO_STATE) < 0;
    }

    boolean branch() {
        return compareTo(NO_BRANCH) < 0;
    }

    boolean iconBadges() {
        return compareTo(ICON_BADGES) >= 0;
    }
}
