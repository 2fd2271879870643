/// `belljar demo`: the main task on the sample project, with each step proved by observed events.
@NullMarked
package dev.belljar.client.demo;

import org.jspecify.annotations.NullMarked;
