import type { RunningHash, SealEvent } from '@recado/domain/seal/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { SignedCheckpoint } from '@recado/infra/tlog/checkpoint'
import { withLeaves, withLogSealed } from '../running-hash.ts'
import { type SealFinding, type SealPlace, sealFinding } from './seal-finding.ts'

const CHANGED = 'its running hash is not that of what it and the facts before it say'
const UNLIKE_SIGNED =
  'what the facts up to here say of days of journals, or of how far the log is sealed, is not what was signed'

/** Compares what facts about a tree say beside their leaves with the hash of it that checkpoints have in their text. */
export type RunningHashes = {
  /** @throws TypeError for a fact that has not the form of its type */
  heard(event: RecordedEvent<SealEvent>): readonly SealFinding[]
  signed(event: RecordedEvent<SealEvent>, checkpoint: SignedCheckpoint): readonly SealFinding[]
  /** Hears of a checkpoint that is held, once the tree has its size. */
  reached(checkpoint: SignedCheckpoint): void
  /** What no fact has met, once the tree grows beyond the size, or the log ends. */
  passed(place: SealPlace): readonly SealFinding[]
}

export function runningHashes(tree: string): RunningHashes {
  let now: RunningHash | null = null
  let unmet: SignedCheckpoint[] = []
  const found = (what: SealFinding['what'], place: SealPlace, detail: string) =>
    sealFinding(what, place, { tree, detail })
  const isNow = ({ runningHash }: SignedCheckpoint) => runningHash === now
  return {
    heard(event) {
      const computed = after(now, event)
      if (computed === undefined) return []
      // What the fact has, so that a change is told of where it is, and not of all that comes behind it.
      now = claimed(event)
      unmet = unmet.filter((checkpoint) => !isNow(checkpoint))
      return now === null || now === computed ? [] : [found('seal_broken', event, CHANGED)]
    },
    signed: (event, checkpoint) =>
      isNow(checkpoint) ? [] : [found('history_rewritten', event, UNLIKE_SIGNED)],
    reached(checkpoint) {
      if (!isNow(checkpoint)) unmet.push(checkpoint)
    },
    passed(place) {
      const findings = unmet.map(() => found('history_rewritten', place, UNLIKE_SIGNED))
      unmet = []
      return findings
    },
  }
}

/** Undefined for facts that it does not contain. */
function after(before: RunningHash | null, { type, data }: SealEvent): RunningHash | undefined {
  if (type === 'LeavesSealed') return withLeaves(before, data)
  return type === 'LogSealed' ? withLogSealed(before, data) : undefined
}

function claimed({ data }: SealEvent): RunningHash | null {
  return 'running_hash' in data ? (data.running_hash ?? null) : null
}
