import type { EventStore, RecordedEvent, StoredBytes } from '@recado/infra/event-store/event-store'
import { logIdOf } from '@recado/infra/event-store/log-base'
import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import { parseCheckpoint } from '@recado/infra/tlog/checkpoint'
import { HASH_BYTES, leafHash } from '@recado/infra/tlog/merkle'
import { TILE_WIDTH, tiledTree } from '@recado/infra/tlog/tiles'
import { proofText } from '@recado/infra/tlog/tlog-proof'
import { isLeaf, leafRecord, treeOf } from './leaf.ts'
import { checkpointNote, readTree, tileReader } from './sealed-tree.ts'

type Deps = {
  readonly run: Run
  /** The bytes of a fact as they are stored; null when it is not in its place. */
  readonly storedOf: (fact: RecordedEvent) => Promise<StoredBytes | null>
  /** Integer ids of facts that were not copied from another log are above this. */
  readonly logBase: number
}

/** Why a fact is not proven. */
export type NoProof =
  /** It is about a tree, or about the log itself. */
  | 'no_leaf'
  /** The next checkpoint will cover it. */
  | 'not_sealed_yet'
  /** Its leaf is another one: its bytes, or the log, were changed. */
  | 'altered'

/** What to say of a fact that is not proven. */
export const NO_PROOF: Readonly<Record<NoProof, string>> = {
  no_leaf: 'the event is about the log itself, and is not sealed',
  not_sealed_yet: 'no checkpoint covers the event yet',
  altered: 'the event is not the one that was sealed',
}

/** What a proof says beside the tree: nothing of it is proven but what the hashes of the record fit. */
export type ProvenFact = {
  /** The record whose hash is the leaf. */
  readonly record: string
  /** The stored data, whose SHA-256 the record has; null once the person that it is about was erased. */
  readonly data: string | null
}

/** A proof that a fact is a leaf of the newest checkpoint, in the form of C2SP tlog-proof. */
export async function proveFact(
  deps: Deps,
  fact: RecordedEvent,
): Promise<{ readonly text: string } | { readonly missing: NoProof }> {
  if (!isLeaf(fact.stream)) return { missing: 'no_leaf' }
  const stored = await deps.storedOf(fact)
  const tree = await readTree(deps.run, treeOf(fact.metadata.account_id ?? null))
  const note = tree && checkpointNote(tree)
  const size = parseCheckpoint(tree?.checkpoint ?? '')?.size ?? 0
  if (stored === null) return { missing: 'altered' }
  if (tree === null || note === null) return { missing: 'not_sealed_yet' }
  const record = leafRecord(fact, stored)
  const place = { tree: tree.id, logId: logIdOf(fact, deps.logBase) }
  const index = await indexOf(deps.run, place, leafHash(record))
  if (index === 'altered') return { missing: 'altered' }
  if (index === null || index >= size) return { missing: 'not_sealed_yet' }
  const data = fact.erased ? null : Buffer.from(stored.data).toString('utf8')
  const extra = Buffer.from(JSON.stringify({ record, data } satisfies ProvenFact))
  const hashes = await tiledTree(size, tileReader(deps.run, tree.id)).inclusionProof(index)
  return { text: proofText({ index, hashes, checkpoint: note, extra }) }
}

/** The index of a leaf; null when no tile reaches as far as its fact. */
async function indexOf(
  run: Run,
  { tree, logId }: { readonly tree: string; readonly logId: number },
  leaf: Buffer,
): Promise<number | 'altered' | null> {
  const [tile] = await run<{ number: number; hashes: string }>(sql`
    select number, hashes from seal_tiles where tree = ${tree} and level = 0 and last_log_id >= ${logId}
    order by last_log_id limit 1`)
  if (tile === undefined) return null
  const hashes = Buffer.from(tile.hashes, 'base64')
  for (let at = 0; at < hashes.length; at += HASH_BYTES)
    if (hashes.subarray(at, at + HASH_BYTES).equals(leaf))
      return Number(tile.number) * TILE_WIDTH + at / HASH_BYTES
  return 'altered'
}

/** The bytes of a fact as they are stored, which only a subscription gives; null when it is not in its place. */
export async function storedBytes(
  store: Pick<EventStore, 'readAll' | 'subscribe'>,
  { id, position }: RecordedEvent,
): Promise<StoredBytes | null> {
  let from: bigint | 'start' = 'start'
  for await (const before of store.readAll({ from: position, direction: 'backwards', limit: 1 }))
    from = before.position
  const ending = new AbortController()
  const filter = { streamPrefixes: [] }
  try {
    for await (const item of store.subscribe({ from, filter, signal: ending.signal })) {
      if (item.kind === 'event' && item.unopened.id === id) return item.stored
      if (item.kind === 'caught_up' || item.position > position) return null
    }
  } finally {
    ending.abort()
  }
  return null
}
