import { randomUUID } from 'node:crypto'
import { type ChannelCredentials, credentials } from '@grpc/grpc-js'
import { sleep } from '@recado/infra/concurrency/sleep'
import { clusterHostility } from '../hostility.ts'
import { createServer, listen } from '../listen.ts'
import { RELEASE } from '../log/release.ts'
import { MAX_RING_BYTES, Ring } from '../log/ring.ts'
import { submitTo } from '../log/submit.ts'
import type { Member } from '../protocol/cluster-view.ts'
import type { EventStoreOptions, EventStoreServer } from '../protocol/server.ts'
import { addServices } from '../protocol/services.ts'
import { openReader, type Reader } from '../storage/reader.ts'
import { followLeader, laggingReader } from './follower-view.ts'
import { forwardWrites } from './forward.ts'
import { lagBy } from './lag.ts'
import { startAsFollower } from './leadership.ts'
import { joinCluster, type Membership } from './membership.ts'

/** Milliseconds between two heartbeats, each of which also checks the leader. */
const HEARTBEAT_MS = 200

/**
 * Starts one node of a cluster over one database. The leader writes; followers serve calls that do not require the
 * leader: reads with a lag that follows from the seed, writes by the leader. A leader that was replaced ends its process, as EventStoreDB does.
 */
export async function startNode(
  options: EventStoreOptions & { readonly seed: number },
): Promise<EventStoreServer> {
  const { databaseUrl, host, seed, version = RELEASE } = options
  const hostility = clusterHostility(seed)
  const ring = new Ring(MAX_RING_BYTES, 0n)
  const reader = openReader(databaseUrl)
  const following = new AbortController()
  const stopping = new AbortController()
  let members: readonly Member[] = []
  const leader = startAsFollower({ databaseUrl, ring, hostility, lost: endProcess })
  const leads = () => leader.writer() !== null
  const server = createServer()
  const cluster = { members: () => members, leads }
  const forwarding = forwardWrites(cluster, trustOf(options))
  addServices(server, {
    async submit(request, caller) {
      const writer = leader.writer()
      return writer ? submitTo(writer, hostility)(request) : forwarding.submit(request, caller)
    },
    view: viewOf(ring, reader, leads, version),
    hostility,
    cluster,
    secured: options.tls !== null,
  })
  const port = await listen(server, options)
  const membership = await joinCluster(databaseUrl, { instance: randomUUID(), host, port })
  void followLeader(reader, ring, lagBy(seed), following.signal)
  const living = runHeartbeats(membership, stopping.signal, {
    leads,
    lead() {
      following.abort()
      return leader.begin()
    },
    setMembers: (current) => {
      members = current
    },
  })
  return {
    port,
    async stop() {
      stopping.abort()
      await living
      await leader.writer()?.stop()
      server.forceShutdown()
      following.abort()
      forwarding.close()
      await reader.close()
    },
  }
}

/** The nodes of a cluster share a certificate, which a node therefore trusts. */
function trustOf({ tls }: EventStoreOptions): ChannelCredentials {
  return tls ? credentials.createSsl(tls.cert) : credentials.createInsecure()
}

/** The log as the node serves it: complete while it leads, lagging while it follows. */
function viewOf(ring: Ring, reader: Reader, leads: () => boolean, version: string) {
  const late = laggingReader(reader, () => ring.head)
  return {
    get reader() {
      return leads() ? reader : late
    },
    ring,
    version,
  }
}

type HeartbeatActions = {
  readonly leads: () => boolean
  readonly lead: () => Promise<void>
  readonly setMembers: (members: readonly Member[]) => void
}

async function runHeartbeats(
  membership: Membership,
  signal: AbortSignal,
  { leads, lead, setMembers }: HeartbeatActions,
): Promise<void> {
  while (!signal.aborted) {
    await membership.recordAlive()
    if (leads() && !(await membership.renewLeadership())) endProcess()
    if (!leads() && (await membership.claimLeadership())) await lead()
    setMembers(await membership.members())
    await sleep(HEARTBEAT_MS, signal)
  }
}

/** The supervisor starts the process again, as a follower. */
function endProcess(): never {
  process.exit(1)
}
