/// Response bodies of the API besides sandboxes and events.
@NullMarked
package dev.belljar.contract.view;

import org.jspecify.annotations.NullMarked;
