/// Tests of the texts of rules.
@NullMarked
package dev.belljar.app.policy;

import org.jspecify.annotations.NullMarked;
