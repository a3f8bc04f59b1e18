import type streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import { Metadata } from '@grpc/grpc-js'
import type { Outcome } from '../protocol/write-request.ts'

type Place = { getCommitPosition(): string }

/** What the leader's answer to an append says. */
export function appendOutcome(response: streamsPb.AppendResp): Outcome {
  const wrong = response.getWrongExpectedVersion()
  if (wrong) {
    const current = wrong.hasCurrentRevision() ? BigInt(wrong.getCurrentRevision()) : -1n
    return { kind: 'wrong_version', current }
  }
  const success = response.getSuccess()
  const revision = success?.hasCurrentRevision() ? BigInt(success.getCurrentRevision()) : -1n
  return { kind: 'written', revision, position: positionOf(success?.getPosition()) }
}

/** What the leader's answer to a deletion says; it names no revision. */
export function endOutcome(response: { getPosition(): Place | undefined }): Outcome {
  return { kind: 'written', revision: -1n, position: positionOf(response.getPosition()) }
}

/**
 * What a failed call says. After other failures than refusals it is not known whether the leader has written: they are
 * time-outs, as in EventStoreDB.
 */
export function failedOutcome(error: Error): Outcome {
  const trailers = 'metadata' in error ? error.metadata : null
  const trailer = (name: string) =>
    trailers instanceof Metadata ? String(trailers.get(name)[0] ?? '') : ''
  if (trailer('exception') === 'stream-deleted') return { kind: 'deleted' }
  if (trailer('exception') === 'wrong-expected-version')
    return { kind: 'wrong_version', current: BigInt(trailer('actual-version')) }
  return { kind: trailer('exception') === 'access-denied' ? 'denied' : 'timeout' }
}

function positionOf(at: Place | undefined): bigint | null {
  return at ? BigInt(at.getCommitPosition()) : null
}
