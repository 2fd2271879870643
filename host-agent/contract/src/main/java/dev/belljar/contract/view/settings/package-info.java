/// Responses about the settings of a sandbox.
@NullMarked
package dev.belljar.contract.view.settings;

import org.jspecify.annotations.NullMarked;
