/** The settings of the exporter: storages, windows, and the topic for events about blobs. */
@NullMarked
package io.tidings.export.config;

import org.jspecify.annotations.NullMarked;
