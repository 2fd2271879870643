package dev.belljar.contract.view.codingagent;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A coding agent that can be started.
///
/// `installs` are its packages in words, such as `npm @openai/codex 0.169.0`. `variable` is the name of the
/// secret that it uses, null if it uses none; `hosts` are the host names for which it is used, and `hint`
/// says where a person gets one. `login` is whether a login in the browser is offered. `file` is the user's
/// file that describes it, null if it comes with Belljar. `problem` says why the file cannot be used; the
/// agent then cannot be started.
public record CodingAgentInfo(
        String name,
        String title,
        List<String> installs,
        CredentialState credential,
        @Nullable String variable,
        List<String> hosts,
        @Nullable String hint,
        boolean login,
        @Nullable String file,
        @Nullable String problem) {
    public CodingAgentInfo {
        installs = List.copyOf(installs);
        hosts = List.copyOf(hosts);
    }
}
