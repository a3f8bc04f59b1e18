import type { EventStoreDBClient } from '@eventstore/db-client'
import { GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import gossipPb from '@eventstore/db-client/generated/gossip_pb.js'
import sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import { doublingWait } from '../concurrency/backoff.ts'
import type { RunningTime } from '../concurrency/running-time.ts'
import { NoAnswer } from './client-fault.ts'
import type { Cluster } from './cluster.ts'
import { discard } from './discard.ts'
import { grpcClientOf } from './grpc-client.ts'

/**
 * How long one node may take to name the leader, ms of running time: a frozen node would delay the others for five
 * seconds. After QUICK_ANSWERS rounds it doubles up to MAX_ANSWER_MS, for a process that is slow itself.
 */
const ANSWER_MS = 1_000
const MAX_ANSWER_MS = 4_000
const QUICK_ANSWERS = 10

/** Pause between rounds of questions, ms: short at first, because elections are short. */
const PAUSE_MS = 100
/** After QUICK_ROUNDS rounds the pause doubles up to this, ms, to spare nodes that find no leader. */
const MAX_PAUSE_MS = 1_000
const QUICK_ROUNDS = 50

export type OpenClient = (url: string) => EventStoreDBClient

/**
 * Asks all nodes at once until one reports that it leads itself: reports about other nodes may be outdated, and a frozen
 * leader is silent. The client's own discovery asks one node after the other.
 * @returns the leader's `host:port`; the first host when the signal aborts first
 */
export async function findLeader(
  { hosts, urlOf }: Cluster,
  open: OpenClient,
  signal: AbortSignal,
  time: RunningTime,
): Promise<string> {
  for (let round = 0; !signal.aborted; round++) {
    const answerMs = answerMsIn(round)
    const named = (host: string) => askForLeader(urlOf(host), open, time, answerMs)
    const found = await Promise.any(hosts.map((host) => confirmLeader(host, named))).catch(
      () => null,
    )
    if (found !== null) return found
    await time.sleep(pauseAfter(round), signal)
  }
  return hosts[0] ?? ''
}

/** @param round 0 is the first. @returns ms */
export function answerMsIn(round: number): number {
  return doublingWait(round - QUICK_ANSWERS, ANSWER_MS, MAX_ANSWER_MS)
}

export function pauseAfter(round: number): number {
  const pause = doublingWait(round - QUICK_ROUNDS, PAUSE_MS, MAX_PAUSE_MS)
  return pause * (0.75 + Math.random() / 2)
}

async function confirmLeader(
  host: string,
  named: (host: string) => Promise<string>,
): Promise<string> {
  const leader = await named(host)
  if (leader !== host && (await named(leader)) !== leader) {
    throw new Error(`${leader} does not report that it leads`)
  }
  return leader
}

async function askForLeader(
  url: string,
  open: OpenClient,
  time: RunningTime,
  answerMs: number,
): Promise<string> {
  const client = open(url)
  try {
    const told = await time.within(answerMs, gossip(client), () => new NoAnswer(answerMs))
    const members = told.getMembersList()
    const leader = members.find(
      (member) =>
        member.getIsAlive() && member.getState() === gossipPb.MemberInfo.VNodeState.LEADER,
    )
    const at = leader?.getHttpEndPoint()
    if (!at) throw new Error('no leader is known')
    return `${at.getAddress()}:${at.getPort()}`
  } finally {
    void discard(client)
  }
}

async function gossip(client: EventStoreDBClient): Promise<gossipPb.ClusterInfo> {
  const grpc = await grpcClientOf(client, GossipClient, 'gossip')
  return new Promise((resolve, reject) => {
    grpc.read(new sharedPb.Empty(), (error, info) => (error ? reject(error) : resolve(info)))
  })
}
