/** What the exporter is told: where dead letters go, how long a window lasts, whom it tells of blobs. */
@NullMarked
package io.tidings.export.config;

import org.jspecify.annotations.NullMarked;
