/// Responses about the work in a sandbox: files, changes, commits and their sync.
@NullMarked
package dev.belljar.contract.view.work;

import org.jspecify.annotations.NullMarked;
