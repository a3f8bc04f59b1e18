import { processTime } from '../concurrency/running-time.ts'
import { withTimeout } from '../concurrency/with-timeout.ts'
import { clusterOf } from './cluster.ts'
import { discard } from './discard.ts'
import { findLeader } from './find-leader.ts'
import { guardedClient } from './guarded-client.ts'
import { assertNewEnough, serverVersion } from './server-version.ts'

const MAX_WAIT_MS = 10_000

/** The server's release, and the connection string of the leading node. @throws StoreTooOld */
export async function findServer(url: string): Promise<{ version: string; node: string }> {
  const cluster = clusterOf(url)
  const looking = AbortSignal.timeout(MAX_WAIT_MS)
  const node =
    cluster === null
      ? url
      : cluster.urlOf(await findLeader(cluster, guardedClient, looking, processTime()))
  const client = guardedClient(node)
  try {
    const version = await withTimeout(MAX_WAIT_MS, serverVersion(client))
    assertNewEnough(version)
    return { version, node }
  } finally {
    await discard(client)
  }
}
