@NullMarked
package dev.belljar.contract.policy;

import org.jspecify.annotations.NullMarked;
