import { type LeavesOfDay, SEAL_FIELDS, type SealEvent } from '@recado/domain/seal/events'
import { seal } from '@recado/domain/seal/seal'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { parseCheckpoint, type SignedCheckpoint } from '@recado/infra/tlog/checkpoint'
import { type Edge, NO_LEAVES, rootOfEdge, withLeaf } from '@recado/infra/tlog/edge'
import { HASH_BYTES } from '@recado/infra/tlog/merkle'
import type { NoteKey } from '@recado/infra/tlog/signed-note'
import { streamOf } from '../../ids.ts'
import type { JournalDay } from '../leaf.ts'
import { knownKeys } from './known-keys.ts'
import { runningHashes } from './running-hashes.ts'
import { type SealFinding, type SealPlace, sealFinding } from './seal-finding.ts'

/** What somebody else holds of a tree. */
export type HeldOfTree = {
  readonly held: readonly SignedCheckpoint[]
  /** The log's own where there are none. */
  readonly keys: readonly NoteKey[]
}

/** The leaves of one fact. */
export type SealedPart = {
  readonly start: number
  /** In hex. */
  readonly hashes: readonly string[]
  readonly lastLogId: number
  readonly journals: readonly LeavesOfDay[]
  /** The fact. */
  readonly place: SealPlace
}

type Judged = {
  readonly part: SealedPart | null
  readonly findings: readonly SealFinding[]
}

/** What was sealed of a tree, read along its stream: the hashes, the roots and the signatures. */
export type SealChain = {
  /** The next leaves, null behind the last ones; with what is wrong up to there. */
  next(): Promise<Judged>
  /** Revision of the fact that is read next. */
  revision(): bigint
  /** What only the end shows. */
  ended(): readonly SealFinding[]
}

/** Where a chain is read from. */
export type SealLog = {
  readonly store: Pick<EventStore, 'readStream'>
  /** The last position of the log that counts. */
  readonly head: bigint
}

type Heard<Type extends SealEvent['type'] = SealEvent['type']> = RecordedEvent<SealEvent> & {
  readonly type: Type
}

/** Facts that are read at once: at most 12 KB each. */
const READ_AT_ONCE = 8
const NOTHING = { id: '', stream: 'log-this', revision: -1n, position: -1n }

export function sealChain(log: SealLog, tree: string, { held, keys }: HeldOfTree): SealChain {
  const read = factsAhead(log, streamOf(seal, tree))
  const signatures = knownKeys(tree, keys)
  const hashes = runningHashes(tree)
  let sealed: Edge = NO_LEAVES
  let origin: string | null = null
  let revision = 0n
  let last: RecordedEvent<SealEvent> | null = null
  const wanted = [...held].sort((a, b) => a.size - b.size)
  const at = (event: RecordedEvent<SealEvent>, what: SealFinding['what'], detail: string) =>
    sealFinding(what, event, { tree, detail })

  /** Compares the checkpoints that end exactly here. */
  const heldHere = (event: RecordedEvent<SealEvent>): readonly SealFinding[] => {
    const found: SealFinding[] = []
    while (wanted[0] !== undefined && wanted[0].size <= sealed.size) {
      const checkpoint = wanted.shift() as SignedCheckpoint
      if (rootOfEdge(sealed).equals(checkpoint.root)) {
        hashes.reached(checkpoint)
        continue
      }
      const detail = `the ${checkpoint.size} leaves up to here do not give the root of the checkpoint that is held`
      found.push(at(event, 'history_rewritten', detail))
    }
    return found
  }
  const grow = (event: Heard<'LeavesSealed'>, leaves: readonly Buffer[]) => {
    const found: SealFinding[] = []
    if (event.data.start !== sealed.size) {
      const detail = `it begins at leaf ${event.data.start} of ${sealed.size}`
      found.push(at(event, 'seal_broken', detail))
    }
    // A checkpoint may be of the empty tree.
    found.push(...heldHere(event), ...hashes.passed(event))
    for (const hash of leaves) {
      sealed = withLeaf(sealed, hash)
      if (wanted[0] !== undefined) found.push(...heldHere(event))
    }
    return [...found, ...hashes.heard(event)]
  }
  const checkSigned = (event: Heard<'CheckpointSigned'>): readonly SealFinding[] => {
    const checkpoint = parseCheckpoint(event.data.checkpoint)
    const found: SealFinding[] = []
    const { size, root } = event.data
    if (checkpoint !== null && !isOf({ origin, size, root }, checkpoint))
      found.push(at(event, 'seal_broken', 'it says another origin, size or root than it signs'))
    if (checkpoint?.size !== sealed.size || !checkpoint.root.equals(rootOfEdge(sealed)))
      found.push(at(event, 'history_rewritten', 'the leaves up to here do not give its root'))
    if (checkpoint !== null) found.push(...hashes.signed(event, checkpoint))
    return [...signatures.signed(event, checkpoint, found.length === 0), ...found]
  }
  const judged = (event: Heard): readonly SealFinding[] => {
    if (event.type === 'CheckpointSigned') return checkSigned(event)
    if (event.type === 'SealBegun') origin = event.data.origin
    if (event.type === 'SealBegun' || event.type === 'SealKeyChanged')
      return signatures.named(event)
    if (event.type === 'LogSealed') return [...hashes.heard(event), ...heldHere(event)]
    return Object.hasOwn(SEAL_FIELDS, event.type)
      ? []
      : [at(event, 'fact_inserted', 'it stands among facts about a tree, and is none')]
  }
  const hear = (event: Heard): Judged => {
    if (event.type !== 'LeavesSealed') return { part: null, findings: judged(event) }
    const { bytes, ...part } = partOf(event)
    return { part, findings: grow(event, bytes) }
  }
  /** Somebody may have changed it to anything. */
  const orBroken = (event: Heard, judge: () => Judged): Judged => {
    try {
      return judge()
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      return { part: null, findings: [at(event, 'seal_broken', 'it has not the form of its type')] }
    }
  }
  return {
    revision: () => revision,
    async next() {
      const findings: SealFinding[] = []
      for (let event = await read(revision); event !== null; event = await read(revision)) {
        last = event
        revision = event.revision + 1n
        const heard = orBroken(event, () => hear(event))
        findings.push(...heard.findings)
        if (heard.part !== null) return { part: heard.part, findings }
      }
      return { part: null, findings }
    },
    ended() {
      const place = last ?? NOTHING
      const forged = held.filter((checkpoint) => !signatures.haveSigned(checkpoint))
      const unmet = wanted.filter(
        ({ size, root }) => size > sealed.size || !root.equals(rootOfEdge(sealed)),
      )
      return [
        ...hashes.passed(place),
        ...signatures.ended(),
        ...forged.map(({ size }) => {
          const detail = `no known key has signed the checkpoint over ${size} leaves that is held`
          return sealFinding('signature_wrong', place, { tree, detail })
        }),
        ...unmet.map(({ size }) => {
          const detail = `the log has ${sealed.size} leaves, and the checkpoint that is held ${size}`
          return sealFinding('log_rolled_back', place, { tree, detail })
        }),
      ]
    },
  }
}

function isOf(
  { origin, size, root }: { origin: string | null; size: number; root: string },
  signed: SignedCheckpoint,
): boolean {
  const isSaid = size === signed.size && root === signed.root.toString('base64')
  return isSaid && (origin === null || origin === signed.origin)
}

/** The day of a journal that a leaf is of, by what was said when it was sealed; null for what retention never deletes. */
export function dayOfLeaf({ journals }: SealedPart, n: number): JournalDay | null {
  const isOf = ({ leaves }: { readonly leaves: string }) =>
    (((Buffer.from(leaves, 'base64')[n >> 3] ?? 0) >> (n & 7)) & 1) === 1
  return journals.find(isOf) ?? null
}

function partOf(event: Heard<'LeavesSealed'>) {
  const { start, hashes, last_log_id: lastLogId, journals } = event.data
  const { id, stream, revision, position } = event
  if (!journals.every(({ leaves }) => typeof leaves === 'string')) throw new TypeError()
  const all = Buffer.from(hashes, 'base64')
  const bytes = Array.from({ length: Math.floor(all.length / HASH_BYTES) }, (_, n) =>
    all.subarray(n * HASH_BYTES, (n + 1) * HASH_BYTES),
  )
  return {
    ...{ start, lastLogId, bytes, journals, place: { id, stream, revision, position } },
    hashes: bytes.map((hash) => hash.toString('hex')),
  }
}

/** Reads facts of a stream one by one, up to the head. */
function factsAhead({ store, head }: SealLog, stream: string) {
  let ahead: Heard[] = []
  return async (revision: bigint): Promise<Heard | null> => {
    if (ahead.length === 0)
      for await (const event of store.readStream(stream, revision, READ_AT_ONCE))
        ahead.push(event as Heard)
    const next = ahead.shift()
    if (next !== undefined && next.position <= head) return next
    ahead = []
    return null
  }
}
