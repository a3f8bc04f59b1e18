import type { EventStoreDBClient } from '@eventstore/db-client'
import { type Cluster, clusterOf } from './cluster.ts'
import { discard } from './discard.ts'
import { findLeader } from './find-leader.ts'
import { guardedClient } from './guarded-client.ts'
import { assertNewEnough, serverVersion } from './server-version.ts'

/** One client of the server, or of the leader of a cluster. */
export type Line = {
  readonly client: EventStoreDBClient
  readonly checked: boolean
  /** @throws StoreTooOld, or why the server cannot be asked; a later call asks again */
  check(): Promise<void>
  /** Waits for a confirmed leader; null when it is the one in use, or when there is none to search for. */
  otherLeader(): Promise<string | null>
  hangUp(): Promise<void>
}

/** Dials on the first call. @param fresh makes a connection string whose connection no other client shares */
export function openLine(url: string, fresh: (url: string) => string): Line {
  const cluster = clusterOf(url)
  const client = guardedClient(fresh(url))
  const closing = new AbortController()
  const open = (host: string) => guardedClient(fresh(host))
  let checked = false
  let target: string | null = null
  let finding: Promise<string> | null = null

  // Calls that fail together each make the client redial: one search serves all of them.
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

  // Protected in the typings: the address of each new channel. It must never fail, as the client keeps the failure.
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
