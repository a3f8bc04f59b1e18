import type { EventStoreDBClient } from '@eventstore/db-client'
import type { RunningTime } from '../concurrency/running-time.ts'
import { type Cluster, clusterOf } from './cluster.ts'
import { discard } from './discard.ts'
import { findLeader } from './find-leader.ts'
import { guardedClient } from './guarded-client.ts'
import { assertNewEnough, serverVersion } from './server-version.ts'

/** One client of the server, or of the leader of a cluster. It redials by itself when its connection is lost. */
export type Dialled = {
  readonly client: EventStoreDBClient
  /** Whether it has no connection because no node says yet that it leads. */
  isSearching(): boolean
  /** @throws StoreTooOld, or why the server cannot be asked; a later call asks again */
  check(): Promise<void>
  close(): Promise<void>
}

/** Makes clients that share no connection with each other. Each dials on its first call. */
export function dialler(url: string, time: RunningTime): () => Dialled {
  let dialled = 0
  return () => {
    const nth = dialled++
    return dial(url, (address) => guardedClient(distinctUrl(address, nth)), time)
  }
}

function dial(url: string, open: (url: string) => EventStoreDBClient, time: RunningTime): Dialled {
  const cluster = clusterOf(url)
  const client = open(url)
  const closing = new AbortController()
  let finding: Promise<string> | null = null

  // Calls that fail together each make the client redial: one search serves all of them.
  const dialLeader = (of: Cluster): Promise<string> => {
    finding ??= findLeader(of, open, closing.signal, time).finally(() => {
      finding = null
    })
    return finding
  }

  // Protected in the typings: the address of each new channel. It must never fail, as the client keeps the failure.
  if (cluster) Reflect.set(client, 'resolveUri', () => dialLeader(cluster))
  return {
    client,
    isSearching: () => finding !== null,
    check: async () => assertNewEnough(await serverVersion(client)),
    close() {
      closing.abort()
      return discard(client)
    },
  }
}

// The same server with different channel options: grpc shares one connection between channels with equal options, so
// a second client would get the connection that is being given up. A keepalive timeout that differs by milliseconds
// is harmless.
function distinctUrl(url: string, dialled: number): string {
  if (dialled === 0) return url
  const given = Number(/[?&]keepAliveTimeout=(\d+)/i.exec(url)?.[1] ?? 10_000)
  return `${url}${url.includes('?') ? '&' : '?'}keepAliveTimeout=${given + (dialled % 1_000)}`
}
