package dev.belljar.app.network;

import dev.belljar.app.action.PacketRecording;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.request.AnswerApproval;
import java.util.Optional;

/// Actions of the network screen on the rest of the window, for its own sandbox.
public interface NetworkActions {
    /// Answers a pending approval.
    void answer(Approval approval, AnswerApproval answer);

    /// Opens the inbox with this approval selected.
    void inbox(String approvalId);

    /// Opens the policy.
    void policy();

    /// Opens the policy with a new rule for this destination.
    void allow(String destination);

    /// Shows a process.
    void process(int pid);

    /// Shows the terminal.
    void terminal();

    /// The packet recording of this sandbox, if one is running.
    Optional<PacketRecording> recording();

    /// Starts a recording.
    void record();

    /// Stops the recording.
    void stopRecording();
}
