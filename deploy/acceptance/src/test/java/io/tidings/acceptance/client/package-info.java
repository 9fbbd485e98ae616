/** Clients and libraries of others, unmodified: what they publish and what they receive. */
package io.tidings.acceptance.client;
