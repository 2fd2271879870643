/// Belljar's own bare repository for each project: its files, locks, objects and scratch folders.
@NullMarked
package dev.belljar.agent.sync.repository;

import org.jspecify.annotations.NullMarked;
