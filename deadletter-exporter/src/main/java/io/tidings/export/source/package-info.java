/** What jobs bring back: dead letters of the topic or of blobs, and past events. */
@NullMarked
package io.tidings.export.source;

import org.jspecify.annotations.NullMarked;
