import { accountOfTree } from '@recado/application/seal/leaf'
import { SEAL_FIELDS, type SealEvent } from '@recado/domain/seal/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { type Checkpoint, parseCheckpoint } from '@recado/infra/tlog/checkpoint'
import { type Edge, NO_LEAVES, rootOfEdge, withLeaf } from '@recado/infra/tlog/edge'
import { HASH_BYTES } from '@recado/infra/tlog/merkle'
import { isSignedBy, type NoteKey, parseKey, type SignedNote } from '@recado/infra/tlog/signed-note'
import { compareLeaves, type FoundLeaf, type LeafDifference } from './compare-leaves.ts'
import { nameOf, type SealFinding, sealFinding } from './seal-finding.ts'

/** A checkpoint that somebody else holds. */
export type HeldCheckpoint = Checkpoint & { readonly note: SignedNote }

export type TreeOptions = {
  /** Checkpoints of this tree that somebody else holds. */
  readonly held: readonly HeldCheckpoint[]
  /** Keys that somebody else holds; the log's own where there are none. */
  readonly keys: readonly NoteKey[]
  /** Whether retention explains that a fact of a journal is missing which was recorded at or after a time. */
  readonly mayBeGone: (accountId: string | null, recordedAt: string) => Promise<boolean>
}

/** A tree that is built again from the log, and compared with what was sealed. */
export type AuditedTree = {
  found(leaf: FoundLeaf): void
  heard(event: RecordedEvent<SealEvent>): Promise<readonly SealFinding[]>
  /** @returns what only the end of the log shows */
  ended(): readonly SealFinding[]
  /** Facts that are no leaves although all up to a log id were sealed. */
  unsealed(through: number): readonly SealFinding[]
  /** How many facts of the log are no leaves yet. */
  waiting(): number
}

/** What moved far, remembered in one tree. */
const MAX_REMEMBERED = 10_000

export function auditedTree(tree: string, options: TreeOptions): AuditedTree {
  let waiting: FoundLeaf[] = []
  let sealed: Edge = NO_LEAVES
  let last: RecordedEvent<SealEvent> | null = null
  let before: FoundLeaf | null = null
  const keys: NoteKey[] = [...options.keys]
  const missing = new Set<string>()
  const wanted = [...options.held].sort((a, b) => a.size - b.size)

  const at = (event: RecordedEvent<SealEvent>, what: SealFinding['what'], detail: string) =>
    sealFinding(what, event, { tree, detail })

  /** Compares the checkpoints that end exactly here. */
  const heldHere = (event: RecordedEvent<SealEvent>): readonly SealFinding[] => {
    const found: SealFinding[] = []
    while (wanted[0] !== undefined && wanted[0].size <= sealed.size) {
      const checkpoint = wanted.shift() as HeldCheckpoint
      if (rootOfEdge(sealed).equals(checkpoint.root)) continue
      const detail = `the ${checkpoint.size} leaves up to here do not give the root of the checkpoint that is held`
      found.push(at(event, 'history_rewritten', detail))
    }
    return found
  }
  const grow = (event: RecordedEvent<SealEvent>, hashes: readonly Buffer[]) => {
    // A checkpoint may be of the empty tree.
    const found: SealFinding[] = [...heldHere(event)]
    for (const hash of hashes) {
      sealed = withLeaf(sealed, hash)
      if (wanted[0] !== undefined) found.push(...heldHere(event))
    }
    return found
  }
  const named = async (
    event: RecordedEvent<SealEvent>,
    difference: LeafDifference,
    of: { readonly start: number; readonly journals: Buffer; readonly hashes: readonly string[] },
  ): Promise<SealFinding | null> => {
    const leaf = of.start + difference.at
    if (difference.kind !== 'missing') {
      const wasMissed = missing.has(difference.fact.hash)
      const what = wasMissed ? 'fact_moved' : (`fact_${difference.kind}` as const)
      return sealFinding(what, difference.fact, { tree, leaf, detail: DETAILS[what] })
    }
    const [prior, next] = [difference.before ?? before, difference.after]
    const isOfJournal = ((of.journals[difference.at >> 3] ?? 0) >> (difference.at & 7)) & 1
    const since = prior?.recordedAt ?? ''
    if (isOfJournal && (await options.mayBeGone(accountOfTree(tree), since))) return null
    if (missing.size < MAX_REMEMBERED) missing.add(of.hashes[difference.at] ?? '')
    const places = [prior && `after ${nameOf(prior)}`, next && `before ${nameOf(next)}`]
    const detail = `${DETAILS.fact_removed} ${places.filter((place) => place !== null).join(' and ')}`
    return sealFinding('fact_removed', next ?? prior ?? event, { tree, leaf, detail })
  }
  const addLeaves = async (
    event: RecordedEvent<SealEvent> & { readonly type: 'LeavesSealed' },
  ): Promise<readonly SealFinding[]> => {
    const { start, hashes, journals, last_log_id } = event.data
    const found: SealFinding[] = []
    if (start !== sealed.size)
      found.push(at(event, 'seal_broken', `it begins at leaf ${start} of ${sealed.size}`))
    const all = Buffer.from(hashes, 'base64')
    const parts = Array.from({ length: Math.floor(all.length / HASH_BYTES) }, (_, n) =>
      all.subarray(n * HASH_BYTES, (n + 1) * HASH_BYTES),
    )
    const covered = waiting.filter(({ logId }) => logId <= last_log_id)
    waiting = waiting.filter(({ logId }) => logId > last_log_id)
    const of = {
      ...{ start, journals: Buffer.from(journals, 'base64') },
      hashes: parts.map((hash) => hash.toString('hex')),
    }
    for (const difference of compareLeaves(of.hashes, covered)) {
      const finding = await named(event, difference, of)
      if (finding !== null) found.push(finding)
    }
    before = covered.at(-1) ?? before
    return [...found, ...grow(event, parts)]
  }
  const checkSigned = (
    event: RecordedEvent<SealEvent> & { readonly type: 'CheckpointSigned' },
  ): readonly SealFinding[] => {
    const checkpoint = parseCheckpoint(event.data.checkpoint)
    const found: SealFinding[] = []
    if (checkpoint === null || !keys.some((key) => isSignedBy(checkpoint.note, key)))
      found.push(at(event, 'signature_wrong', 'no known key has signed this checkpoint'))
    if (checkpoint?.size !== sealed.size || !checkpoint.root.equals(rootOfEdge(sealed)))
      found.push(at(event, 'history_rewritten', 'the leaves up to here do not give its root'))
    return found
  }
  return {
    found: (leaf) => void waiting.push(leaf),
    waiting: () => waiting.length,
    unsealed: (through) =>
      waiting
        .filter(({ logId }) => logId <= through)
        .map((fact) => sealFinding('fact_inserted', fact, { tree, detail: DETAILS.fact_inserted })),
    async heard(event) {
      last = event
      if (event.type === 'LeavesSealed') return addLeaves(event)
      if (event.type === 'CheckpointSigned') return checkSigned(event)
      if (!Object.hasOwn(SEAL_FIELDS, event.type))
        return [at(event, 'fact_inserted', 'it stands among facts about a tree, and is none')]
      if (event.type !== 'SealBegun' && event.type !== 'SealKeyChanged') return []
      const key = parseKey(event.data.public_key)
      if (key === null) return [at(event, 'seal_broken', 'it has no public key')]
      const isKnown = options.keys.length === 0 || keys.some(({ id }) => id.equals(key.id))
      if (options.keys.length === 0) keys.push(key)
      return isKnown ? [] : [at(event, 'signature_wrong', 'its key is none of those that are held')]
    },
    ended() {
      const place = last ?? before
      const unsigned = options.held.filter(({ note }) => !keys.some((key) => isSignedBy(note, key)))
      const forged = unsigned.map(({ size }) =>
        sealFinding('signature_wrong', place ?? NOTHING, {
          tree,
          detail: `no known key has signed the checkpoint over ${size} leaves that is held`,
        }),
      )
      const unmet = wanted.filter(
        ({ size, root }) => size > sealed.size || !root.equals(rootOfEdge(sealed)),
      )
      const rolledBack = unmet.map(({ size }) =>
        sealFinding('log_rolled_back', place ?? NOTHING, {
          tree,
          detail: `the log has ${sealed.size} leaves, and the checkpoint that is held ${size}`,
        }),
      )
      return [...forged, ...rolledBack]
    },
  }
}

const NOTHING = { id: '', stream: 'log-this', revision: -1n, position: -1n }

const DETAILS = {
  fact_altered: 'its bytes, or those of its metadata, are not the sealed ones',
  fact_inserted: 'it is among sealed facts, and is none of them',
  fact_moved: 'it was sealed at another place',
  fact_removed: 'a sealed fact is missing',
} as const
