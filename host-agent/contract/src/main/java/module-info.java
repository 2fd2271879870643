/// The types that the host agent and its clients share, the pure functions that reduce events to rows, and
/// the one parser of HTTP that both sides use.
module dev.belljar.contract {
    requires static transitive org.jspecify;
    requires com.fasterxml.jackson.annotation;
    requires tools.jackson.core;
    requires tools.jackson.databind;
    requires tools.jackson.dataformat.toml;

    exports dev.belljar.contract.audit;
    exports dev.belljar.contract.codec;
    exports dev.belljar.contract.environment;
    exports dev.belljar.contract.event;
    exports dev.belljar.contract.host;
    exports dev.belljar.contract.http;
    exports dev.belljar.contract.jail;
    exports dev.belljar.contract.operation;
    exports dev.belljar.contract.policy;
    exports dev.belljar.contract.problem;
    exports dev.belljar.contract.reduce;
    exports dev.belljar.contract.request.codingagent;
    exports dev.belljar.contract.request.environment;
    exports dev.belljar.contract.request.jail;
    exports dev.belljar.contract.request.network;
    exports dev.belljar.contract.request.policy;
    exports dev.belljar.contract.request.sandbox;
    exports dev.belljar.contract.request.session;
    exports dev.belljar.contract.request.storage;
    exports dev.belljar.contract.request.timeline;
    exports dev.belljar.contract.request.work;
    exports dev.belljar.contract.sandbox;
    exports dev.belljar.contract.sync;
    exports dev.belljar.contract.text;
    exports dev.belljar.contract.view.codingagent;
    exports dev.belljar.contract.view.host;
    exports dev.belljar.contract.view.network;
    exports dev.belljar.contract.view.process;
    exports dev.belljar.contract.view.provenance;
    exports dev.belljar.contract.view.review;
    exports dev.belljar.contract.view.session;
    exports dev.belljar.contract.view.settings;
    exports dev.belljar.contract.view.storage;
    exports dev.belljar.contract.view.timeline;
    exports dev.belljar.contract.view.work;

    opens dev.belljar.contract.audit to
            tools.jackson.databind;
    opens dev.belljar.contract.environment to
            tools.jackson.databind;
    opens dev.belljar.contract.event to
            tools.jackson.databind;
    opens dev.belljar.contract.jail to
            tools.jackson.databind;
    opens dev.belljar.contract.policy to
            tools.jackson.databind;
    opens dev.belljar.contract.problem to
            tools.jackson.databind;
    opens dev.belljar.contract.request.codingagent to
            tools.jackson.databind;
    opens dev.belljar.contract.request.environment to
            tools.jackson.databind;
    opens dev.belljar.contract.request.jail to
            tools.jackson.databind;
    opens dev.belljar.contract.request.network to
            tools.jackson.databind;
    opens dev.belljar.contract.request.policy to
            tools.jackson.databind;
    opens dev.belljar.contract.request.sandbox to
            tools.jackson.databind;
    opens dev.belljar.contract.request.session to
            tools.jackson.databind;
    opens dev.belljar.contract.request.storage to
            tools.jackson.databind;
    opens dev.belljar.contract.request.timeline to
            tools.jackson.databind;
    opens dev.belljar.contract.request.work to
            tools.jackson.databind;
    opens dev.belljar.contract.sandbox to
            tools.jackson.databind;
    opens dev.belljar.contract.sync to
            tools.jackson.databind;
    opens dev.belljar.contract.view.codingagent to
            tools.jackson.databind;
    opens dev.belljar.contract.view.host to
            tools.jackson.databind;
    opens dev.belljar.contract.view.network to
            tools.jackson.databind;
    opens dev.belljar.contract.view.process to
            tools.jackson.databind;
    opens dev.belljar.contract.view.provenance to
            tools.jackson.databind;
    opens dev.belljar.contract.view.review to
            tools.jackson.databind;
    opens dev.belljar.contract.view.session to
            tools.jackson.databind;
    opens dev.belljar.contract.view.settings to
            tools.jackson.databind;
    opens dev.belljar.contract.view.storage to
            tools.jackson.databind;
    opens dev.belljar.contract.view.timeline to
            tools.jackson.databind;
    opens dev.belljar.contract.view.work to
            tools.jackson.databind;
}
