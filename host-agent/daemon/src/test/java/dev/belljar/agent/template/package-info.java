/// Tests of the templates of projects.
@NullMarked
package dev.belljar.agent.template;

import org.jspecify.annotations.NullMarked;
