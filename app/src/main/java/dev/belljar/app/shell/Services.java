package dev.belljar.app.shell;

import dev.belljar.app.intent.Wishes;
import dev.belljar.app.live.HostWatch;
import dev.belljar.app.live.QuestionWatch;
import dev.belljar.app.live.SandboxWatch;
import java.util.function.Function;

/// The two doors the window has: what happened comes in by the watches, what is wanted goes out by the wishes.
///
/// `again` asks at once, and starts a host agent that was stopped; `look` begins to watch the sandbox with the
/// given id; who asked closes it. `desktop` is the person's own computer.
public record Services(
        HostWatch host,
        QuestionWatch questions,
        Runnable again,
        Wishes wishes,
        Function<String, SandboxWatch> look,
        Desktop desktop) {}
