package dev.belljar.app.shell;

import dev.belljar.app.action.TrustRequests;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.contract.view.RouteTable;

/// The actions on a sandbox from its header, its card and the command palette.
public interface SandboxActions {
    /// Boots the sandbox, or resumes it from hibernation.
    void start(SandboxViewState sandbox);

    /// Hibernates the sandbox: the usual way to stop.
    void hibernate(SandboxViewState sandbox);

    /// Shuts the sandbox down; its disk stays.
    void stop(SandboxViewState sandbox);

    /// Ends the machine at once after asking, also while it stops; its disk stays.
    void stopNow(SandboxViewState sandbox);

    /// Takes a snapshot of the sandbox, which keeps running.
    void snapshot(SandboxViewState sandbox);

    /// Starts branches from the current state of the sandbox.
    void branch(SandboxViewState sandbox);

    /// Shows whether the sandbox has its own identity.
    void identity(SandboxViewState sandbox);

    /// Destroys the sandbox after asking; its work is salvaged, unless the user chooses to
    /// destroy it at once.
    void destroy(SandboxViewState sandbox);

    /// Shows what a sync would fetch.
    void review(SandboxViewState sandbox);

    /// Opens the network policy of the sandbox.
    void policy(SandboxViewState sandbox);

    /// Opens the list of SSH keys that may log in to the sandbox.
    void keys(SandboxViewState sandbox);

    /// Opens the workspace in an editor of the user's desktop.
    void edit(SandboxViewState sandbox, RemoteEditors.RemoteEditor editor);

    /// The editors of the user's desktop.
    RemoteEditors editors();

    /// Opens an address in the user's browser.
    void browse(String address);

    /// Opens the page of a sandbox's terminal, with the token that it asks for on the clipboard.
    void browseTerminal(RouteTable table);

    /// The commands about browsers' trust in sandbox addresses.
    TrustRequests trust();

    /// Opens the dialog about browsers' trust in sandbox addresses.
    void askTrust();

    /// Opens the disk use and the limits of all sandboxes.
    void storage();

    /// Opens the same, with the focus on the quota of this sandbox.
    void storage(SandboxViewState sandbox);

    /// Opens the retention settings.
    void retention();

    /// Shows all waiting approvals.
    void inbox();
}
