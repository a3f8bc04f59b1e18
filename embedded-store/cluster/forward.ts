import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { type CallOptions, type ChannelCredentials, Metadata } from '@grpc/grpc-js'
import type { Submit } from '../log/submit.ts'
import { type ClusterView, leaderOf } from '../protocol/cluster-view.ts'
import type { Outcome, WriteRequest } from '../protocol/write-request.ts'
import { appendOutcome, endOutcome, failedOutcome } from './forwarded-outcome.ts'
import { appendMessages, deleteRequest, tombstoneRequest } from './forwarded-request.ts'

/** Milliseconds to wait for the leader: EventStoreDB's time-outs of prepare and commit, and 300 ms. */
const FORWARDING_TIMEOUT_MS = 4_300

export type Forwarding = {
  readonly submit: Submit
  close(): void
}

/**
 * Hands a follower's writes to the leader, with the login of the caller, as EventStoreDB does for clients that do not
 * ask for the leader. Without an answer in time the outcome is a time-out: it may still be written.
 */
export function forwardWrites(
  cluster: Pick<ClusterView, 'members'>,
  trusted: ChannelCredentials,
): Forwarding {
  let leaderClient = { address: '', client: null as StreamsClient | null }
  const clientAt = (address: string) => {
    if (leaderClient.client !== null && leaderClient.address === address) return leaderClient.client
    leaderClient.client?.close()
    const client = new StreamsClient(address, trusted)
    leaderClient = { address, client }
    return client
  }
  return {
    async submit(request, { metadata }) {
      const leader = leaderOf(cluster)
      if (!leader) return { kind: 'unavailable' }
      const timeoutMs = Math.min(request.timeoutMs, FORWARDING_TIMEOUT_MS)
      const client = clientAt(`${leader.host}:${leader.port}`)
      return send(client, request, callerMetadata(metadata), { deadline: Date.now() + timeoutMs })
    },
    close: () => leaderClient.client?.close(),
  }
}

/** The caller's login; a node that no longer leads refuses instead of forwarding once more. */
function callerMetadata(metadata: Metadata): Metadata {
  const forwarded = new Metadata()
  for (const login of metadata.get('authorization')) forwarded.add('authorization', login)
  forwarded.set('requires-leader', 'true')
  return forwarded
}

function send(
  client: StreamsClient,
  request: WriteRequest,
  metadata: Metadata,
  options: CallOptions,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const resolveWith =
      <T>(outcomeOf: (response: T) => Outcome) =>
      (error: Error | null, response: T) =>
        resolve(error ? failedOutcome(error) : outcomeOf(response))
    if (request.kind === 'delete')
      return client.delete(deleteRequest(request), metadata, options, resolveWith(endOutcome))
    if (request.kind === 'tombstone')
      return client.tombstone(tombstoneRequest(request), metadata, options, resolveWith(endOutcome))
    const call = client.append(metadata, options, resolveWith(appendOutcome))
    for (const message of appendMessages(request)) call.write(message)
    return call.end()
  })
}
