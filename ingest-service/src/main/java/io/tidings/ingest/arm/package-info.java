/** Azure's paths of topics and event subscriptions, which its management SDKs use: management by another name. */
@NullMarked
package io.tidings.ingest.arm;

import org.jspecify.annotations.NullMarked;
