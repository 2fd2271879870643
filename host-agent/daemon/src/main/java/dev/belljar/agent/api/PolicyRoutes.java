package dev.belljar.agent.api;

import dev.belljar.agent.sandbox.SandboxPolicyOperations;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.AddRule;
import dev.belljar.contract.request.AdoptProposal;
import dev.belljar.contract.request.AnswerApproval;
import dev.belljar.contract.request.ImportPolicy;
import dev.belljar.contract.request.SetNetworkMode;
import dev.belljar.contract.request.TestPolicy;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The API's operations on policies and approvals.
final class PolicyRoutes {
    private static final int LONGEST_WAIT = 30;

    private final SandboxPolicyOperations policies;

    PolicyRoutes(SandboxPolicyOperations policies) {
        this.policies = policies;
    }

    List<ApiRoute> list() {
        return List.of(
                ApiRoute.get("/sandboxes/{id}/policy", c -> HttpResponses.give(c, 200, policies.view(id(c)))),
                ApiRoute.post("/sandboxes/{id}/policy/preset", this::networkMode),
                ApiRoute.post("/sandboxes/{id}/policy/rules", this::add),
                ApiRoute.delete("/sandboxes/{id}/policy/rules/{rule}", this::remove),
                ApiRoute.get(
                        "/sandboxes/{id}/policy/export",
                        c -> HttpResponses.give(c, 200, policies.text(id(c), scope(c.queryParam("scope"))))),
                ApiRoute.post("/sandboxes/{id}/policy/import", this::replace),
                ApiRoute.post("/sandboxes/{id}/policy/test", this::test),
                ApiRoute.get(
                        "/sandboxes/{id}/policy/learn",
                        c -> HttpResponses.give(c, 200, policies.learn(id(c), RequestReader.flag(c, "tried", false)))),
                ApiRoute.get(
                        "/sandboxes/{id}/policy/proposal", c -> HttpResponses.give(c, 200, policies.proposal(id(c)))),
                ApiRoute.post("/sandboxes/{id}/policy/proposal/adopt", this::adopt),
                ApiRoute.get("/approvals", this::waiting),
                ApiRoute.post("/approvals/{id}", this::answer));
    }

    private void networkMode(Context context) throws Exception {
        String id = id(context);
        SetNetworkMode request = RequestReader.body(context, SetNetworkMode.class);
        HttpResponses.give(context, 200, policies.networkMode(id, request.preset(), own(request.scope())));
    }

    private void add(Context context) throws Exception {
        String id = id(context);
        AddRule request = RequestReader.body(context, AddRule.class);
        HttpResponses.give(
                context, 201, policies.add(id, RequestReader.given("rule", request.rule()), own(request.scope())));
    }

    private void remove(Context context) throws Exception {
        HttpResponses.give(context, 200, policies.remove(id(context), context.pathParam("rule")));
    }

    private void replace(Context context) throws Exception {
        String id = id(context);
        ImportPolicy request = RequestReader.body(context, ImportPolicy.class);
        HttpResponses.give(
                context, 200, policies.replace(id, RequestReader.given("toml", request.toml()), own(request.scope())));
    }

    private void test(Context context) throws Exception {
        String id = id(context);
        TestPolicy request = RequestReader.body(context, TestPolicy.class);
        HttpResponses.give(context, 200, policies.replay(id, request.toml(), own(request.scope())));
    }

    private void adopt(Context context) throws Exception {
        String id = id(context);
        String digest = RequestReader.body(context, AdoptProposal.class).digest();
        HttpResponses.give(context, 200, policies.adopt(id, RequestReader.given("digest", digest)));
    }

    private void waiting(Context context) throws Exception {
        @Nullable String sandbox = context.queryParam("sandbox");
        long known = RequestReader.number(context, "known", 0, 0, Long.MAX_VALUE);
        long seconds = RequestReader.number(context, "wait", 0, 0, LONGEST_WAIT);
        HttpResponses.give(
                context,
                200,
                policies.waiting(
                        sandbox == null ? null : RequestReader.sandbox(sandbox), known, Duration.ofSeconds(seconds)));
    }

    private void answer(Context context) throws Exception {
        AnswerApproval answer = RequestReader.body(context, AnswerApproval.class);
        RequestReader.given("action", answer.action());
        HttpResponses.give(context, 200, policies.answer(id(context), answer));
    }

    private static String id(Context context) throws ApiException {
        return RequestReader.sandbox(context);
    }

    private static RuleScope own(@Nullable RuleScope scope) {
        return scope == null ? RuleScope.SANDBOX : scope;
    }

    private static RuleScope scope(@Nullable String word) throws ApiException {
        if (word == null) {
            return RuleScope.SANDBOX;
        }
        for (RuleScope scope : RuleScope.values()) {
            if (scope != RuleScope.ONCE && scope.name().toLowerCase(Locale.ROOT).equals(word)) {
                return scope;
            }
        }
        throw ApiException.invalid("scope: expected \"sandbox\", \"project\", \"user\" or \"organization\"");
    }
}
