import type { SealBegun, SealEvent, SealKeyChanged } from '@recado/domain/seal/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { SignedCheckpoint } from '@recado/infra/tlog/checkpoint'
import { isSignedBy, keyText, type NoteKey, parseKey } from '@recado/infra/tlog/signed-note'
import { type SealFinding, sealFinding } from './seal-finding.ts'

type NamesKey = RecordedEvent<SealEvent> & (SealBegun | SealKeyChanged)
type Named = { readonly event: NamesKey; readonly key: NoteKey }

/** Judges the signatures of a tree, along its stream. */
export type KnownKeys = {
  named(event: NamesKey): readonly SealFinding[]
  /** @param isTrue whether the leaves up to here give its root */
  signed(
    event: RecordedEvent<SealEvent>,
    checkpoint: SignedCheckpoint | null,
    isTrue: boolean,
  ): readonly SealFinding[]
  /** Whether a checkpoint that is held is believed, at the end. */
  haveSigned(checkpoint: SignedCheckpoint): boolean
  /** What only the end shows. */
  ended(): readonly SealFinding[]
}

const NOT_HELD = 'its key is none of those that are held'
const NOT_VOUCHED = 'no key that is held vouches for its key'
const NOT_SIGNED = 'no known key has signed this checkpoint'

/**
 * A key that is not held counts once a checkpoint that a key before it has signed names it; nobody else can make one,
 * although anybody who writes to the log can add a signature to a checkpoint.
 *
 * The first checkpoint of a known key commits to all leaves before it, whoever signed the checkpoints up to there. So for
 * these the keys that the log itself names are enough, and only if such a checkpoint comes.
 * @param held the keys that somebody else holds; the log's own where there are none
 */
export function knownKeys(tree: string, held: readonly NoteKey[]): KnownKeys {
  const known: NoteKey[] = [...held]
  /** By the log, before a known key signed. */
  const claimed: NoteKey[] = []
  let begun: Named | null = null
  let changed: Named | null = null
  /** Size of the first true checkpoint of a known key; null before it. */
  let committed: number | null = null
  /** The last checkpoint before that. */
  let unheld: RecordedEvent<SealEvent> | null = null
  const isKnown = (key: NoteKey) => known.some((one) => keyText(one) === keyText(key))
  const wrong = (event: RecordedEvent<SealEvent>, detail: string) =>
    sealFinding('signature_wrong', event, { tree, detail })
  const haveSigned = (keys: readonly NoteKey[], checkpoint: SignedCheckpoint | null) =>
    checkpoint !== null && keys.some((key) => isSignedBy(checkpoint.note, key))

  /** A key that was not the first one says so itself, in the checkpoint that it signs first. */
  const commit = ({ size, newKey }: SignedCheckpoint): readonly SealFinding[] => {
    const first = begun
    committed = size
    begun = null
    unheld = null
    return first === null || (newKey !== null && isKnown(newKey))
      ? []
      : [wrong(first.event, NOT_HELD)]
  }
  /** Whether the key of the last change is one that may sign from here on. */
  const changeFault = (isVouched: (key: NoteKey) => boolean): readonly SealFinding[] => {
    const last = changed
    changed = null
    return last === null || isVouched(last.key) ? [] : [wrong(last.event, NOT_VOUCHED)]
  }
  const byKnown = (checkpoint: SignedCheckpoint, isTrue: boolean): readonly SealFinding[] => {
    const { newKey } = checkpoint
    const found = isTrue && committed === null ? commit(checkpoint) : []
    if (newKey !== null) known.push(newKey)
    return [...found, ...changeFault(isKnown)]
  }
  return {
    named(event) {
      const key = parseKey(event.data.public_key)
      if (key === null)
        return [sealFinding('seal_broken', event, { tree, detail: 'it has no public key' })]
      if (held.length === 0) known.push(key)
      // Only the last of several before a checkpoint signs.
      changed = null
      if (isKnown(key)) return []
      const isLate = committed !== null || claimed.length > 0
      if (event.type === 'SealBegun' && isLate) return [wrong(event, NOT_HELD)]
      if (committed === null) claimed.push(key)
      if (event.type === 'SealBegun') begun = { event, key }
      else changed = { event, key }
      return []
    },
    signed(event, checkpoint, isTrue) {
      if (checkpoint !== null && haveSigned(known, checkpoint)) return byKnown(checkpoint, isTrue)
      if (committed !== null || !haveSigned(claimed, checkpoint))
        return [...changeFault(isKnown), wrong(event, NOT_SIGNED)]
      unheld = event
      return changeFault((key) => isKnown(key) || haveSigned([key], checkpoint))
    },
    haveSigned: (checkpoint) =>
      haveSigned(known, checkpoint) ||
      (committed !== null && checkpoint.size <= committed && haveSigned(claimed, checkpoint)),
    ended: () => [
      ...(begun === null ? [] : [wrong(begun.event, NOT_HELD)]),
      ...(unheld === null
        ? []
        : [wrong(unheld, 'no key that is held has signed this checkpoint, or one before it')]),
    ],
  }
}
