/// What may leave a machine: rules, the layers they come in, questions to a person, and the record of decisions.
@NullMarked
package dev.belljar.contract.policy;

import org.jspecify.annotations.NullMarked;
