package dev.belljar.agent.api;

import dev.belljar.agent.sandbox.NetworkPolicies;
import dev.belljar.contract.policy.Scope;
import dev.belljar.contract.request.AddRule;
import dev.belljar.contract.request.AdoptProposal;
import dev.belljar.contract.request.AnswerApproval;
import dev.belljar.contract.request.ImportPolicy;
import dev.belljar.contract.request.SetPreset;
import dev.belljar.contract.request.TestPolicy;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What can be asked of policies and of questions that wait for a person.
final class PolicyRoutes {
    private static final int LONGEST_WAIT = 30;

    private final NetworkPolicies policies;

    PolicyRoutes(NetworkPolicies policies) {
        this.policies = policies;
    }

    List<Route> list() {
        return List.of(
                Route.get("/sandboxes/{id}/policy", c -> Answers.give(c, 200, policies.view(id(c)))),
                Route.post("/sandboxes/{id}/policy/preset", this::preset),
                Route.post("/sandboxes/{id}/policy/rules", this::add),
                Route.delete("/sandboxes/{id}/policy/rules/{rule}", this::remove),
                Route.get(
                        "/sandboxes/{id}/policy/export",
                        c -> Answers.give(c, 200, policies.text(id(c), scope(c.queryParam("scope"))))),
                Route.post("/sandboxes/{id}/policy/import", this::replace),
                Route.post("/sandboxes/{id}/policy/test", this::test),
                Route.get(
                        "/sandboxes/{id}/policy/learn",
                        c -> Answers.give(c, 200, policies.learn(id(c), Requests.flag(c, "tried", false)))),
                Route.get("/sandboxes/{id}/policy/proposal", c -> Answers.give(c, 200, policies.proposal(id(c)))),
                Route.post("/sandboxes/{id}/policy/proposal/adopt", this::adopt),
                Route.get("/approvals", this::waiting),
                Route.post("/approvals/{id}", this::answer));
    }

    private void preset(Context context) throws Exception {
        String id = id(context);
        SetPreset wanted = Requests.body(context, SetPreset.class);
        Answers.give(context, 200, policies.preset(id, wanted.preset(), own(wanted.scope())));
    }

    private void add(Context context) throws Exception {
        String id = id(context);
        AddRule wanted = Requests.body(context, AddRule.class);
        Answers.give(context, 201, policies.add(id, Requests.given("rule", wanted.rule()), own(wanted.scope())));
    }

    private void remove(Context context) throws Exception {
        Answers.give(context, 200, policies.remove(id(context), context.pathParam("rule")));
    }

    private void replace(Context context) throws Exception {
        String id = id(context);
        ImportPolicy wanted = Requests.body(context, ImportPolicy.class);
        Answers.give(context, 200, policies.replace(id, Requests.given("toml", wanted.toml()), own(wanted.scope())));
    }

    private void test(Context context) throws Exception {
        String id = id(context);
        TestPolicy wanted = Requests.body(context, TestPolicy.class);
        Answers.give(context, 200, policies.replay(id, wanted.toml(), own(wanted.scope())));
    }

    private void adopt(Context context) throws Exception {
        String id = id(context);
        String digest = Requests.body(context, AdoptProposal.class).digest();
        Answers.give(context, 200, policies.adopt(id, Requests.given("digest", digest)));
    }

    private void waiting(Context context) throws Exception {
        @Nullable String sandbox = context.queryParam("sandbox");
        long known = Requests.number(context, "known", 0, 0, Long.MAX_VALUE);
        long seconds = Requests.number(context, "wait", 0, 0, LONGEST_WAIT);
        Answers.give(
                context,
                200,
                policies.waiting(
                        sandbox == null ? null : Requests.sandbox(sandbox), known, Duration.ofSeconds(seconds)));
    }

    private void answer(Context context) throws Exception {
        AnswerApproval answer = Requests.body(context, AnswerApproval.class);
        Requests.given("action", answer.action());
        Answers.give(context, 200, policies.answer(id(context), answer));
    }

    private static String id(Context context) throws ApiException {
        return Requests.sandbox(context);
    }

    private static Scope own(@Nullable Scope scope) {
        return scope == null ? Scope.SANDBOX : scope;
    }

    private static Scope scope(@Nullable String word) throws ApiException {
        if (word == null) {
            return Scope.SANDBOX;
        }
        for (Scope scope : Scope.values()) {
            if (scope != Scope.ONCE && scope.name().toLowerCase(Locale.ROOT).equals(word)) {
                return scope;
            }
        }
        throw ApiException.invalid("scope: expected sandbox, project, user or organization");
    }
}
