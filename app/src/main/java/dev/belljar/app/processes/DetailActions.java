package dev.belljar.app.processes;

import dev.belljar.contract.policy.Approval;

/// Actions on the process whose details are shown.
interface DetailActions {
    void connections();

    void decide(Approval approval);

    void pause(boolean now);

    void end();

    void inspect();
}
