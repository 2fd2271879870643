package dev.belljar.agent.jail;

import dev.belljar.agent.jail.plan.JailPlanBuilder;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.RequestingProcess;
import java.util.List;

/// An access that waits for an answer. `access` is the warden's number for it, `approval` the id of the
/// approval.
record HeldAccess(String approval, String jail, String jailName, long access, WardenMessage request, long asked) {
    /// The path that is accessed, on the host.
    String path() {
        return String.valueOf(request.path());
    }

    /// The hidden file or folder that the path is in.
    String mask() {
        return String.valueOf(request.mask());
    }

    String program() {
        return String.valueOf(request.exe());
    }

    /// The access in a few words, for the audit log.
    String words() {
        return "file %s by %s (pid %d)".formatted(path(), program(), request.pid());
    }

    /// The approval as clients show it.
    Approval view() {
        RequestingProcess process = new RequestingProcess(
                request.pid(),
                String.valueOf(request.comm()),
                request.exe(),
                List.of(),
                ProcessAncestry.of(request.pid()),
                0,
                0);
        return new Approval(
                approval,
                jail,
                jailName,
                asked,
                asked + JailPlanBuilder.HOLD_MILLIS,
                "file",
                path(),
                null,
                0,
                request.exe(),
                1,
                process,
                "exec".equals(request.op()) ? "execute" : request.op());
    }
}
