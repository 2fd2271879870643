package dev.belljar.agent.policy;

import dev.belljar.agent.host.DurableFile;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleBudget;
import dev.belljar.contract.policy.RuleScope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What a sandbox has used of the budgets of its rules, kept in a file so that a host agent that ends gives nothing
/// back.
///
/// Uploads are taken in steps that are on disk before a byte of them leaves: after a crash up to a step is lost,
/// never gained. Safe for several threads.
final class BudgetUsage {
    private static final Logger LOG = LoggerFactory.getLogger(BudgetUsage.class);
    private static final long STEP = 256 << 10;
    private static final int MOST_BYTES = 1 << 20;

    private final Path file;
    private final Map<String, Used> used = new HashMap<>();

    /// What was used under one rule; `reserved` bytes are on disk as used.
    record Used(String rule, long first, long connections, long uploaded, long reserved) {
        boolean over(RuleBudget budget, long now) {
            return (budget.minutes() != null && first > 0 && now >= first + TimeUnit.MINUTES.toMillis(budget.minutes()))
                    || (budget.upload() != null && uploaded >= budget.upload());
        }
    }

    BudgetUsage(Path file) {
        this.file = file;
        load();
    }

    /// True while a new connection may begin under this rule.
    synchronized boolean leaves(Rule rule, long now) {
        RuleBudget budget = rule.budget();
        if (budget.none()) {
            return true;
        }
        Used so = of(rule);
        return !so.over(budget, now) && (budget.connections() == null || so.connections < budget.connections());
    }

    /// True while a connection that began under this rule may go on.
    synchronized boolean stands(Rule rule, long now) {
        return rule.budget().none() || !of(rule).over(rule.budget(), now);
    }

    /// Counts a connection if one is left.
    synchronized boolean connect(Rule rule, long now) {
        if (!leaves(rule, now)) {
            return false;
        }
        if (!rule.budget().none()) {
            Used so = of(rule);
            long first = so.first == 0 ? now : so.first;
            Used counted = new Used(so.rule, first, so.connections + 1, so.uploaded, so.reserved);
            if (so.first == 0 || rule.budget().connections() != null) {
                return put(counted, rule);
            }
            // Their number is no part of this budget: a guest that opens many has nothing written for each.
            used.put(so.rule, counted);
        }
        return true;
    }

    /// Takes bytes from the rule's upload; how many of them may leave.
    synchronized long upload(Rule rule, long bytes) {
        Long most = rule.budget().upload();
        if (most == null) {
            return bytes;
        }
        Used so = of(rule);
        long may = Math.min(bytes, Math.max(0, most - so.uploaded));
        long uploaded = so.uploaded + may;
        if (uploaded > so.reserved) {
            long reserved = Math.min(most, uploaded + STEP);
            return put(new Used(so.rule, so.first, so.connections, uploaded, reserved), rule) ? may : 0;
        } else {
            used.put(so.rule, new Used(so.rule, so.first, so.connections, uploaded, so.reserved));
        }
        return may;
    }

    /// A person gave the rule anew: its budget is whole again.
    synchronized void renew(Rule rule) {
        if (used.remove(key(rule)) != null) {
            save();
        }
    }

    private Used of(Rule rule) {
        return used.getOrDefault(key(rule), new Used(key(rule), 0, 0, 0, 0));
    }

    private static String key(Rule rule) {
        return rule.scope() + " " + rule.id();
    }

    /// Counts it, unless it cannot be kept.
    private boolean put(Used now, Rule rule) {
        Used before = used.put(now.rule, now);
        if (rule.scope() == RuleScope.ONCE || save()) {
            return true;
        }
        if (before == null) {
            used.remove(now.rule);
        } else {
            used.put(before.rule, before);
        }
        return false;
    }

    private boolean save() {
        String once = RuleScope.ONCE + " ";
        List<Used> kept =
                used.values().stream().filter(so -> !so.rule.startsWith(once)).toList();
        try {
            // A sandbox that was destroyed meanwhile gets no folder again.
            if (Files.isDirectory(file.resolveSibling("."))) {
                DurableFile.write(file, ContractJson.line(kept) + "\n");
            }
            return true;
        } catch (IOException e) {
            LOG.error("{}: the use of budgets cannot be recorded, so connections under them are refused", file, e);
            return false;
        }
    }

    private void load() {
        try {
            if (!Files.exists(file) || Files.size(file) > MOST_BYTES) {
                return;
            }
            for (Used so : ContractJson.readList(Files.readString(file), Used.class)) {
                used.put(so.rule, new Used(so.rule, so.first, so.connections, so.reserved, so.reserved));
            }
        } catch (IOException | JsonFault e) {
            LOG.error("{}: what was used of budgets is not known", file, e);
        }
    }
}
