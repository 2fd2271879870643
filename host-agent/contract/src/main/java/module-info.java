/// The words both sides of Belljar speak, and the pure functions that reduce events to rows.
module dev.belljar.contract {
    requires static transitive org.jspecify;
    requires com.fasterxml.jackson.annotation;
    requires tools.jackson.core;
    requires tools.jackson.databind;
    requires tools.jackson.dataformat.toml;

    exports dev.belljar.contract.codec;
    exports dev.belljar.contract.event;
    exports dev.belljar.contract.host;
    exports dev.belljar.contract.operation;
    exports dev.belljar.contract.policy;
    exports dev.belljar.contract.problem;
    exports dev.belljar.contract.reduce;
    exports dev.belljar.contract.request;
    exports dev.belljar.contract.sandbox;
    exports dev.belljar.contract.text;
    exports dev.belljar.contract.view;

    opens dev.belljar.contract.event to
            tools.jackson.databind;
    opens dev.belljar.contract.policy to
            tools.jackson.databind;
    opens dev.belljar.contract.problem to
            tools.jackson.databind;
    opens dev.belljar.contract.request to
            tools.jackson.databind;
    opens dev.belljar.contract.sandbox to
            tools.jackson.databind;
    opens dev.belljar.contract.view to
            tools.jackson.databind;
}
