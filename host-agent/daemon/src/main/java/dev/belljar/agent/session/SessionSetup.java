package dev.belljar.agent.session;

import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.snapshot.TemplateSetup;
import dev.belljar.agent.tool.GuestTool;
import dev.belljar.agent.tool.ToolFile;
import dev.belljar.contract.problem.BelljarException;
import java.util.Optional;

/// Puts Zellij and a session into a template, so that a copy only has to name the session. Without Zellij it
/// does nothing, because tmux starts quickly.
public record SessionSetup(GuestTool zellij) implements TemplateSetup {
    @Override
    public String key() {
        return zellij.ready().map(ToolFile::key).orElse("");
    }

    @Override
    public void fit(GuestLink link) throws BelljarException, InterruptedException {
        Optional<ToolFile> file = zellij.ready();
        if (file.isEmpty()) {
            return;
        }
        GuestSession.bring(link, file.get());
        if (!GuestSession.hold(link).zellij()) {
            throw SessionException.notStarted("Zellij does not start in a new guest");
        }
    }
}
