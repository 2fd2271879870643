/// `belljar bench`: figures of the product as a user meets them, each beside a rival measured in the same run
/// where there is one.
@NullMarked
package dev.belljar.client.bench;

import org.jspecify.annotations.NullMarked;
