/// The review of a sync: the user decides before anything reaches the project.
@NullMarked
package dev.belljar.app.review;

import org.jspecify.annotations.NullMarked;
