package dev.belljar.agent.policy.approval;

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

/// Counts what a sandbox has used of its rules' budgets, in a file, so that a restart of the host agent does not
/// reset it.
///
/// Upload bytes are reserved in steps, which are on disk before a byte of them is sent: after a crash up to one
/// step is lost, but none is gained. Thread-safe.
final class BudgetUsage {
    private static final Logger LOG = LoggerFactory.getLogger(BudgetUsage.class);
    private static final long STEP = 256 << 10;
    private static final int MOST_BYTES = 1 << 20;

    private final Path file;
    private final Map<String, Used> used = new HashMap<>();

    /// The usage under one rule; `reserved` bytes are recorded on disk as used.
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

    /// True if the budget permits a new connection under this rule.
    synchronized boolean leaves(Rule rule, long now) {
        RuleBudget budget = rule.budget();
        if (budget.none()) {
            return true;
        }
        Used so = of(rule);
        return !so.over(budget, now) && (budget.connections() == null || so.connections < budget.connections());
    }

    /// True if the budget permits a connection that began under this rule to continue.
    synchronized boolean stands(Rule rule, long now) {
        return rule.budget().none() || !of(rule).over(rule.budget(), now);
    }

    /// Counts a connection; false if the budget permits none.
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
            // The budget does not limit the number of connections, so none is written to disk for each that a
            // guest opens.
            used.put(so.rule, counted);
        }
        return true;
    }

    /// Takes bytes from the rule's upload budget and returns how many of them may be sent.
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

    /// Resets the budget of a rule that the user added again.
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

    /// Stores the usage; false if it cannot be written.
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
            // The folder of a sandbox that has been destroyed in the meantime is not created again.
            if (Files.isDirectory(file.resolveSibling("."))) {
                DurableFile.write(file, ContractJson.line(kept) + "\n");
            }
            return true;
        } catch (IOException e) {
            LOG.error(
                    "{}: the use of rule budgets cannot be recorded, so connections "
                            + "that need these rules are blocked",
                    file,
                    e);
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
            LOG.error("{}: the recorded use of rule budgets cannot be read", file, e);
        }
    }
}
