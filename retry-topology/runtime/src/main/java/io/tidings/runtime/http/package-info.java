/** Single HTTP requests to servers that subscriptions name, with the address rules of deliveries (B-SUB-4). */
@NullMarked
package io.tidings.runtime.http;

import org.jspecify.annotations.NullMarked;
