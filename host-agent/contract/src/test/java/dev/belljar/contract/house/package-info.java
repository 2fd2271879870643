/// Rules for the types of the contract.
@NullMarked
package dev.belljar.contract.house;

import org.jspecify.annotations.NullMarked;
