/// The review of the work in a sandbox: the user decides, hunk by hunk, before anything reaches the project.
@NullMarked
package dev.belljar.app.review;

import org.jspecify.annotations.NullMarked;
