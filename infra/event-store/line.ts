import type { EventStoreDBClient } from '@eventstore/db-client'
import { type Cluster, clusterOf } from './cluster.ts'
import { discard } from './discard.ts'
import { findLeader } from './find-leader.ts'
import { guardedClient } from './guarded-client.ts'
import { assertNewEnough, serverVersion } from './server-version.ts'

/** One client of the server, or of the leader among several. */
export type Line = {
  readonly client: EventStoreDBClient
  /** Whether its server is known to be new enough. */
  readonly checked: boolean
  /** @throws StoreTooOld, or why the server cannot be asked; asks again after a failure */
  check(): Promise<void>
  /** A leader other than the one this line leads to, once one says so; null when there is no other. */
  otherLeader(): Promise<string | null>
  hangUp(): Promise<void>
}

/** Opens nothing yet. @param fresh the same connection string, on a connection that nobody else has */
export function openLine(url: string, fresh: (url: string) => string): Line {
  const cluster = clusterOf(url)
  const client = guardedClient(fresh(url))
  const closing = new AbortController()
  const open = (host: string) => guardedClient(fresh(host))
  let checked = false
  let target: string | null = null
  let finding: Promise<string> | null = null

  // Calls that fail together each make the client dial again: one search answers them all.
  function dialLeader(of: Cluster): Promise<string> {
    target = null
    finding ??= findLeader(of, open, closing.signal).finally(() => {
      finding = null
    })
    return finding.then((leader) => {
      target = leader
      return leader
    })
  }

  // Protected in the client's typings: where each new channel leads. It must never fail, for the client keeps
  // the failure.
  if (cluster) Reflect.set(client, 'resolveUri', () => dialLeader(cluster))
  return {
    client,
    get checked() {
      return checked
    },
    async check() {
      assertNewEnough(await serverVersion(client))
      checked = true
    },
    async otherLeader() {
      if (!cluster || target === null) return null
      const leader = await findLeader(cluster, open, closing.signal)
      return closing.signal.aborted || leader === target ? null : leader
    },
    hangUp() {
      closing.abort()
      return discard(client)
    },
  }
}
