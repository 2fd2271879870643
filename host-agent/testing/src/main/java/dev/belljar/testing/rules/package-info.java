/// The architecture rules that hold in every module, and how a module tests its own.
@NullMarked
package dev.belljar.testing.rules;

import org.jspecify.annotations.NullMarked;
