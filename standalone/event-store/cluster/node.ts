import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { clusterHostility } from '../hostility.ts'
import { createServer, listen } from '../listen.ts'
import { writeFirstEvent } from '../log/first-event.ts'
import { RELEASE } from '../log/release.ts'
import { RING_BYTES, Ring } from '../log/ring.ts'
import { submitTo } from '../log/submit.ts'
import { WeakCache } from '../log/weak-cache.ts'
import { Writer } from '../log/writer.ts'
import type { Member } from '../protocol/cluster-view.ts'
import { LOG_START } from '../protocol/recorded.ts'
import type { EventStoreOptions, EventStoreServer } from '../protocol/server.ts'
import { addServices } from '../protocol/services.ts'
import { openReader } from '../storage/reader.ts'
import { openSession } from '../storage/session.ts'
import { laggingReader, receive } from './follower-view.ts'
import { lagBy } from './lag.ts'
import { joinCluster, type Membership } from './membership.ts'

/** Milliseconds between two beats, and between two looks at the leader. */
const BEAT = 200

/** Milliseconds a new leader waits for the session of the one before to be gone. */
const SUCCESSION = 3_000

/**
 * Starts one node of a cluster over one database. One leads and writes; the others serve, late by the seed,
 * whoever does not ask for the leader. A leader that finds itself replaced ends its process, as the real one does.
 */
export async function startNode(
  options: EventStoreOptions & { readonly seed: number },
): Promise<EventStoreServer> {
  const { databaseUrl, host, seed, version = RELEASE } = options
  const hostility = clusterHostility(seed)
  const ring = new Ring(RING_BYTES, 0n)
  const reader = openReader(databaseUrl)
  const following = new AbortController()
  const instance = randomUUID()
  let members: readonly Member[] = []
  let writer: Writer | null = null
  const leads = () => writer !== null
  const late = laggingReader(reader, () => ring.head)
  const server = createServer()
  addServices(server, {
    submit: async (request) =>
      writer ? submitTo(writer, hostility)(request) : { kind: 'unavailable' },
    view: {
      get reader() {
        return leads() ? reader : late
      },
      ring,
      version,
    },
    hostility,
    cluster: { members: () => members, leads },
    secured: options.tls !== null,
  })
  const port = await listen(server, options)
  const membership = await joinCluster(databaseUrl, { instance, host, port })
  void receive(reader, ring, lagBy(seed), following.signal)

  async function lead() {
    following.abort()
    const session = await openSession(databaseUrl, SUCCESSION)
    const weak = new WeakCache(hostility.weakBytes)
    const begun = new Writer({ session, reopen: endProcess, ring, weak })
    ring.restart(session.tail.head)
    if (session.tail.end === LOG_START) await writeFirstEvent(begun)
    writer = begun
  }

  const stopping = new AbortController()
  const living = live(membership, stopping.signal, {
    leads,
    lead,
    know: (known) => {
      members = known
    },
  })
  return {
    port,
    async stop() {
      stopping.abort()
      await living
      await writer?.stop()
      server.forceShutdown()
      following.abort()
      await reader.close()
    },
  }
}

type Life = {
  readonly leads: () => boolean
  readonly lead: () => Promise<void>
  readonly know: (members: readonly Member[]) => void
}

async function live(
  membership: Membership,
  signal: AbortSignal,
  { leads, lead, know }: Life,
): Promise<void> {
  while (!signal.aborted) {
    await membership.appear()
    if (leads() && !(await membership.beat())) endProcess()
    if (!leads() && (await membership.claim())) await lead()
    know(await membership.members())
    await delay(BEAT, undefined, { signal }).catch(() => undefined)
  }
}

/** Only what supervises it brings it back, as a follower. */
function endProcess(): never {
  process.exit(1)
}
