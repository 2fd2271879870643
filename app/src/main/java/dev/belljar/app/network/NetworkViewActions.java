package dev.belljar.app.network;

import dev.belljar.app.action.PacketRecording;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.request.AnswerApproval;
import java.util.Optional;

/// What the network room asks of the rest of the window, about its own sandbox.
public interface NetworkViewActions {
    /// Answers a question that waits.
    void answer(Approval question, AnswerApproval answer);

    /// Opens all questions, this one chosen.
    void inbox(String question);

    /// Opens the policy.
    void policy();

    /// Opens the policy with a new rule for this destination begun.
    void allow(String destination);

    /// Goes to a process.
    void process(int pid);

    /// Goes to the terminal.
    void terminal();

    /// The recording of packets under way here.
    Optional<PacketRecording> recording();

    /// Begins one.
    void record();

    /// Ends it.
    void stopRecording();
}
