/// Responses about the review of work before a sync: commits, files and hunks.
@NullMarked
package dev.belljar.contract.view.review;

import org.jspecify.annotations.NullMarked;
