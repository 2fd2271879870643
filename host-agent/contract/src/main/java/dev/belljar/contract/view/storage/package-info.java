/// Responses about disk space: sizes, retention, trash and what was freed.
@NullMarked
package dev.belljar.contract.view.storage;

import org.jspecify.annotations.NullMarked;
