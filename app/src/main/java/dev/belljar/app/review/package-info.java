/// What a sync would bring, decided by the person before anything reaches their project.
@NullMarked
package dev.belljar.app.review;

import org.jspecify.annotations.NullMarked;
