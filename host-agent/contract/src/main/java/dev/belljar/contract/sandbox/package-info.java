/// What a sandbox is asked to be and what it is: specification, status, states and guarantees.
@NullMarked
package dev.belljar.contract.sandbox;

import org.jspecify.annotations.NullMarked;
