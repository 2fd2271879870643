package dev.belljar.app.shell;

import dev.belljar.app.action.TrustCommands;
import dev.belljar.app.state.ProjectState;
import dev.belljar.contract.view.RouteTable;

/// What can be done with a sandbox from its header, its card, and the palette.
public interface WindowSandboxActions {
    /// Boots it, or lets it go on where it stood.
    void start(ProjectState project);

    /// Saves it whole and stops it: the usual way to stop.
    void hibernate(ProjectState project);

    /// Shuts it down; its disk stays.
    void stop(ProjectState project);

    /// Ends it at once, also while it stops, after asking; its disk stays.
    void stopNow(ProjectState project);

    /// Saves it as it is now; it goes on.
    void snapshot(ProjectState project);

    /// Lets new sandboxes go on from it as it is now.
    void branch(ProjectState project);

    /// Shows whether it knows that it is not the one it was copied from.
    void identity(ProjectState project);

    /// Ends it for good, after asking; its work is kept.
    void destroy(ProjectState project);

    /// Shows what a sync would bring.
    void review(ProjectState project);

    /// Shows what may leave it, and lets that be changed.
    void policy(ProjectState project);

    /// Shows whose ssh keys open it, and lets that be changed.
    void keys(ProjectState project);

    /// Opens its workspace in a program of the person's own.
    void edit(ProjectState project, RemoteEditors.Editor editor);

    /// The programs there are for that.
    RemoteEditors editors();

    /// Opens an address in the person's browser.
    void browse(String address);

    /// Opens the page of a sandbox's terminal, with the token that it asks for on the clipboard.
    void browseTerminal(RouteTable table);

    /// What can be asked of the browsers about addresses.
    TrustCommands trust();

    /// Shows whether browsers trust addresses, and lets that be changed.
    void askTrust();

    /// Shows what sandboxes take of the disk and what they may, to be changed.
    void storage();

    /// The same, and the keyboard is with the quota of this one.
    void storage(ProjectState project);

    /// Shows for how long machines are kept, to be changed.
    void retention();

    /// Shows all questions that wait for the person.
    void inbox();
}
