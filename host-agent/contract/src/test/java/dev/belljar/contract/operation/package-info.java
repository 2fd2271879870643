/// Tests of the operations of the API.
@NullMarked
package dev.belljar.contract.operation;

import org.jspecify.annotations.NullMarked;
