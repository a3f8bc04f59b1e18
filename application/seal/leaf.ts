import { hash } from 'node:crypto'
import { JOURNAL_CATEGORIES, type JournalCategory } from '@recado/domain/category'
import { asRecord } from '@recado/domain/provider-event/loose-json'
import type { RecordedEvent, StoredBytes } from '@recado/infra/event-store/event-store'
import { dayOf } from '@recado/infra/event-store/journal'
import { LOG_STREAM } from '@recado/infra/event-store/log-base'
import { leafHash } from '@recado/infra/tlog/merkle'

/** The tree of the facts that belong to no account. */
export const INSTALLATION_TREE = 'installation'

const SEALS = 'seal-'
const JOURNALS = JOURNAL_CATEGORIES.map((category) => `${category}-`)
const LOG_ID = Buffer.from('"log_id"')

/** What a leaf says of a fact. Revisions of journals are not part of it, because a copy of the log renumbers them. */
export type LeafRecord = {
  readonly id: string
  readonly stream: string
  readonly type: string
  readonly revision?: number | undefined
  /** Hex, of the stored bytes: ciphertext included, so that erasing a person changes nothing. */
  readonly data_sha256: string
  /** Hex, of the stored bytes without `log_id`, which copies of the log add. */
  readonly metadata_sha256: string
}

type Placed = Pick<RecordedEvent, 'metadata' | 'position'>
type Named = Pick<RecordedEvent, 'id' | 'stream' | 'type' | 'revision'>

/** Whether a fact is a leaf: facts about the trees, and about the log itself, are not. */
export function isLeaf(stream: string): boolean {
  return !stream.startsWith(SEALS) && stream !== LOG_STREAM
}

/** The tree that the facts of an account belong to. */
export function treeOf(accountId: string | null): string {
  return accountId ?? INSTALLATION_TREE
}

/** The account whose facts are in a tree; null for none. */
export function accountOfTree(tree: string): string | null {
  return tree === INSTALLATION_TREE ? null : tree
}

/** The tree that an origin ends with. */
export function treeOfOrigin(origin: string): string {
  return origin.slice(origin.lastIndexOf('/') + 1)
}

export function isOfJournal(stream: string): boolean {
  return JOURNALS.some((prefix) => stream.startsWith(prefix))
}

/** A day of a journal, whose stream retention deletes as a whole. */
export type JournalDay = { readonly journal: JournalCategory; readonly day: string }

/** The day whose retention ends a fact of this stream; null for a stream that is kept. */
export function journalDayOf(stream: string): JournalDay | null {
  const journal = JOURNAL_CATEGORIES.find((category) => stream.startsWith(`${category}-`))
  const day = dayOf(stream)
  return journal === undefined || day === null ? null : { journal, day }
}

/**
 * The place of a fact in the order of the leaves. What its metadata say of that counts only where it may be so: in a
 * fact that was copied from another log.
 * @param base integer ids of facts that were not copied are above this
 */
export function leafPlace({ metadata, position }: Placed, base: number): number {
  const { log_id } = metadata
  const isCopied = Number.isSafeInteger(log_id) && Number(log_id) >= 0 && Number(log_id) < base
  return isCopied ? Number(log_id) : base + Number(position)
}

/** The record of a leaf, as its bytes are hashed: the JSON of a `LeafRecord` with its fields in this order. */
export function leafRecord(fact: Named, { data, metadata }: StoredBytes): string {
  const [id, stream, type] = [fact.id, fact.stream, fact.type].map((name) => JSON.stringify(name))
  const revision = isOfJournal(fact.stream) ? '' : `,"revision":${fact.revision}`
  const hashes = `"data_sha256":"${sha256(data)}","metadata_sha256":"${sha256(withoutLogId(metadata))}"`
  // Written out, because it takes half the time.
  return `{"id":${id},"stream":${stream},"type":${type}${revision},${hashes}}`
}

export function leafOf(fact: Named, stored: StoredBytes): Buffer {
  return leafHash(leafRecord(fact, stored))
}

/** The bytes themselves where there is no such field, so that no change of them goes unnoticed. */
function withoutLogId(metadata: Uint8Array): Uint8Array {
  const bytes = Buffer.from(metadata.buffer, metadata.byteOffset, metadata.length)
  if (!bytes.includes(LOG_ID)) return bytes
  try {
    const { log_id, ...rest } = asRecord(JSON.parse(bytes.toString('utf8')))
    return log_id === undefined ? bytes : Buffer.from(JSON.stringify(rest))
  } catch {
    return bytes
  }
}

function sha256(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex')
}
