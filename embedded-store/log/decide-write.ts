import { randomUUID } from 'node:crypto'
import type { Draft } from '../protocol/draft.ts'
import { TOMBSTONE, TOMBSTONE_TYPE, type Written } from '../protocol/recorded.ts'
import { SOFT_DELETED, withTruncateBefore } from '../protocol/stream-metadata.ts'
import type { Outcome, WriteRequest } from '../protocol/write-request.ts'
import { type Decision, decideAppend, type Head } from './decide-append.ts'
import { isMetaStream, originalStream } from './stream-name.ts'
import { headFor, isSoftDeleted } from './stream-state.ts'

export type Found = {
  readonly weak: (id: string) => Written | undefined
  readonly strong: readonly Written[]
}

/** Decides one request on the draft and, when it may be written, adds it to the draft. */
export function decideWrite(request: WriteRequest, draft: Draft, found: Found): Outcome {
  const { stream, expected } = request
  const head = headFor(stream, draft.state(stream))
  const decision = decideAppend({ expected, ids: idsOf(request), head, ...found })
  if (decision.kind !== 'append') return refusal(decision, head)
  if (request.kind === 'tombstone') return tombstone(stream, draft)
  return request.kind === 'delete' ? softDelete(stream, draft) : append(request, draft)
}

/** A deletion is checked like an append of one new event. */
function idsOf({ kind, events }: WriteRequest): string[] {
  return kind === 'append' ? events.map(({ id }) => id) : [randomUUID()]
}

function refusal(decision: Exclude<Decision, { kind: 'append' }>, head: Head): Outcome {
  if (decision.kind === 'wrong_version') return { kind: 'wrong_version', current: head.last }
  if (decision.kind === 'deleted') return { kind: 'deleted' }
  const { revision, position } = decision.at
  // A repeat of what a soft-deleted stream held is recognised, but answered without its position.
  return { kind: 'written', revision, position: head.softDeleted ? null : position }
}

function append({ stream, events }: WriteRequest, draft: Draft): Outcome {
  if (events.length === 0) {
    return { kind: 'written', revision: headFor(stream, draft.state(stream)).last, position: null }
  }
  const deleted = isSoftDeleted(draft.state(stream))
  draft.append(stream, events)
  const outcome = lastWritten(draft)
  if (deleted) recreate(stream, draft, events.length)
  return outcome
}

/** Writing to a soft-deleted stream, or to its metadata, brings it back from the next revision on. */
function recreate(stream: string, draft: Draft, count: number): void {
  const { last, metaData } = draft.state(stream)
  const next = isMetaStream(stream) ? last + 1n : last - BigInt(count) + 1n
  draft.setMetadata(originalStream(stream), withTruncateBefore(metaData, next))
}

function softDelete(stream: string, draft: Draft): Outcome {
  const { last, metaLast } = draft.state(stream)
  if (last < 0n && metaLast < 0n) return { kind: 'wrong_version', current: last }
  draft.setMetadata(stream, SOFT_DELETED)
  return lastWritten(draft)
}

function tombstone(stream: string, draft: Draft): Outcome {
  const empty = Buffer.alloc(0)
  const event = { id: randomUUID(), type: TOMBSTONE_TYPE, json: false, data: empty, meta: empty }
  draft.add(stream, TOMBSTONE, event)
  draft.change(stream, { ...draft.state(stream), tombstoned: true })
  return lastWritten(draft)
}

function lastWritten({ events }: Draft): Outcome {
  const { revision, position } = events.at(-1) ?? { revision: -1n, position: null }
  return { kind: 'written', revision, position }
}
