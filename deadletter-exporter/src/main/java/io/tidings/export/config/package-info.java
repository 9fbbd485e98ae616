/** The settings of the exporter: where dead letters go, how long a window lasts, which topic is told of blobs. */
@NullMarked
package io.tidings.export.config;

import org.jspecify.annotations.NullMarked;
