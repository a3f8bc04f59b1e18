import type { Written } from '../protocol/recorded.ts'

/** The state of the stream that a client expects: its last revision, or a keyword. */
export type Expected = 'any' | 'no_stream' | 'stream_exists' | bigint

export type Head = {
  /** Last revision, -1 when the stream was never written. */
  readonly last: bigint
  readonly tombstoned: boolean
  readonly softDeleted: boolean
  readonly hasMetadata: boolean
}

/** An append to check, with everything the check needs. */
export type AppendCheck = {
  readonly expected: Expected
  readonly ids: readonly string[]
  readonly head: Head
  /** Where the id was last written to this stream, as far as memory reaches. */
  readonly weak: (id: string) => Written | undefined
  /** The stream from the expected revision + 1 on; needed when `needsLog` says so. */
  readonly strong: readonly Written[]
}

/** `repeat`: the same append was written before, and `at` is its last event. */
export type Decision =
  | { readonly kind: 'append' }
  | { readonly kind: 'repeat'; readonly at: Written }
  | { readonly kind: 'wrong_version' }
  | { readonly kind: 'deleted' }

const APPEND: Decision = { kind: 'append' }
const WRONG: Decision = { kind: 'wrong_version' }
const DELETED: Decision = { kind: 'deleted' }

/** The revision after which the log must be looked up (`strong`), or null when the head is enough. */
export function needsLog(expected: Expected, head: Head): bigint | null {
  if (head.tombstoned || expected === 'any' || expected === 'stream_exists') return null
  const revision = asRevision(expected)
  return revision < head.last ? revision : null
}

/**
 * The check of EventStoreDB 24.10 before every write: expected revision, then idempotence by event id, which is
 * strong (the log) for an explicit revision and weak (a bounded memory) otherwise.
 */
export function decideAppend(question: AppendCheck): Decision {
  const { expected, head } = question
  if (head.tombstoned) return DELETED
  if (expected === 'any') return decideWeak(question)
  if (expected === 'stream_exists') return decideExisting(question)
  const revision = asRevision(expected)
  if (revision < head.last) return decideStrong(question)
  return revision === head.last ? APPEND : WRONG
}

function asRevision(expected: 'no_stream' | bigint): bigint {
  return expected === 'no_stream' ? -1n : expected
}

function decideExisting(question: AppendCheck): Decision {
  const { head } = question
  if (head.last < 0n) return head.hasMetadata ? APPEND : WRONG
  return head.softDeleted ? DELETED : decideWeak(question)
}

/** The first id alone decides whether the append looks like a repeat; then every id must be known. */
function decideWeak({ ids, weak }: AppendCheck): Decision {
  let at: Written | undefined
  for (const id of ids) {
    const found = weak(id)
    if (!found) return at ? WRONG : APPEND
    at = found
  }
  return at ? { kind: 'repeat', at } : APPEND
}

function decideStrong({ expected, ids, head, strong }: AppendCheck): Decision {
  const mismatch = ids.findIndex((id, index) => strong[index]?.id !== id)
  const at = strong[ids.length - 1]
  if (mismatch === -1 && at) return { kind: 'repeat', at }
  const recreates = mismatch === 0 && expected === 'no_stream' && head.softDeleted
  return recreates ? APPEND : WRONG
}
