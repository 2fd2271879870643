/// `belljar bench`: performance figures as users experience them, each compared with a rival measured in the
/// same run if there is one.
@NullMarked
package dev.belljar.bench;

import org.jspecify.annotations.NullMarked;
