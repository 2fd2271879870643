package dev.belljar.app.shell;

import dev.belljar.app.intent.TrustWishes;
import dev.belljar.app.live.ProjectPicture;
import dev.belljar.contract.view.RouteTable;

/// What can be done with a sandbox from its header, its card, and the palette.
public interface SandboxDeeds {
    /// Boots it, or lets it go on where it stood.
    void start(ProjectPicture project);

    /// Saves it whole and stops it: the usual way to stop.
    void hibernate(ProjectPicture project);

    /// Shuts it down; its disk stays.
    void stop(ProjectPicture project);

    /// Ends it at once, also while it stops, after asking; its disk stays.
    void stopNow(ProjectPicture project);

    /// Saves it as it is now; it goes on.
    void snapshot(ProjectPicture project);

    /// Lets new sandboxes go on from it as it is now.
    void branch(ProjectPicture project);

    /// Shows whether it knows that it is not the one it was copied from.
    void identity(ProjectPicture project);

    /// Ends it for good, after asking; its work is kept.
    void destroy(ProjectPicture project);

    /// Shows what a sync would bring.
    void review(ProjectPicture project);

    /// Shows what may leave it, and lets that be changed.
    void policy(ProjectPicture project);

    /// Shows whose ssh keys open it, and lets that be changed.
    void keys(ProjectPicture project);

    /// Opens its workspace in a program of the person's own.
    void edit(ProjectPicture project, Editors.Editor editor);

    /// The programs there are for that.
    Editors editors();

    /// Opens an address in the person's browser.
    void browse(String address);

    /// Opens the page of a sandbox's terminal, with the token that it asks for on the clipboard.
    void browseTerminal(RouteTable table);

    /// What can be asked of the browsers about addresses.
    TrustWishes trust();

    /// Shows whether browsers trust addresses, and lets that be changed.
    void askTrust();

    /// Shows what sandboxes take of the disk and what they may, to be changed.
    void storage();

    /// The same, and the keyboard is with the quota of this one.
    void storage(ProjectPicture project);

    /// Shows for how long machines are kept, to be changed.
    void retention();

    /// Shows all questions that wait for the person.
    void inbox();
}
