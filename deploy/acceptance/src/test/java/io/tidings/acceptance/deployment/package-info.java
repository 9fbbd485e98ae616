/** The manifests for Kubernetes and Compose, compared with the programs. */
package io.tidings.acceptance.deployment;
