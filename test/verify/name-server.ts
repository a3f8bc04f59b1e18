import { withTimeout } from '@recado/infra/concurrency/with-timeout'
import { clusterOf } from '@recado/infra/event-store/cluster'
import { discard } from '@recado/infra/event-store/discard'
import { findLeader } from '@recado/infra/event-store/find-leader'
import { guardedClient } from '@recado/infra/event-store/guarded-client'
import { assertNewEnough, serverVersion } from '@recado/infra/event-store/server-version'

/** How long the server may take to say who it is, in ms. */
const PATIENCE_MS = 10_000

/**
 * The release of the server, and the address of the node that leads: the contract is one node's.
 * @throws StoreTooOld, or why it cannot be asked
 */
export async function nameServer(url: string): Promise<{ version: string; node: string }> {
  const cluster = clusterOf(url)
  const looking = AbortSignal.timeout(PATIENCE_MS)
  const node = cluster ? cluster.urlOf(await findLeader(cluster, guardedClient, looking)) : url
  const client = guardedClient(node)
  try {
    const version = await withTimeout(PATIENCE_MS, serverVersion(client))
    assertNewEnough(version)
    return { version, node }
  } finally {
    await discard(client)
  }
}
