/** Sources of jobs: dead letters of the topic or of blobs, and past events; and what was brought back before. */
@NullMarked
package io.tidings.export.source;

import org.jspecify.annotations.NullMarked;
