import { retentionId, streamOf } from '@recado/application/ids'
import { isLeaf, isOfJournal, leafOf, treeOf } from '@recado/application/seal/leaf'
import { deletableDay } from '@recado/domain/retention/deletable-day'
import type { RetentionEvent } from '@recado/domain/retention/events'
import { retention } from '@recado/domain/retention/retention'
import type { SealEvent } from '@recado/domain/seal/events'
import type {
  DeliveredFact,
  EventStore,
  RecordedEvent,
} from '@recado/infra/event-store/event-store'
import { readLogBegun } from '@recado/infra/event-store/log-base'
import { LRUCache } from 'lru-cache'
import { progressTo } from '../../progress.ts'
import { type AuditedTree, auditedTree, type TreeOptions } from './audited-tree.ts'
import { type SealFinding, sealFinding } from './seal-finding.ts'

const MAX_REMEMBERED_STREAMS = 50_000

export type SealAudit = {
  readonly store: Pick<EventStore, 'subscribe' | 'readStream' | 'head'>
  /** Checkpoints and keys that somebody else holds, by tree. */
  readonly heldOf: (tree: string) => Pick<TreeOptions, 'held' | 'keys'>
  /** Trees that checkpoints are held of, also where the log has lost them. */
  readonly heldTrees: readonly string[]
  readonly signal: AbortSignal
  readonly print: (line: string) => Promise<void>
  readonly note: (line: string) => void
}

export type SealTotals = {
  readonly leaves: number
  readonly waiting: number
  readonly differences: number
}

/** Builds all trees again from the log, in one pass, and prints where they are not what was sealed. */
export async function auditSeals(audit: SealAudit): Promise<SealTotals> {
  const { store, note } = audit
  const head = await store.head()
  const base = (await readLogBegun(store))?.log_base ?? 0
  const mayBeGone = goneByRetention(store)
  const trees = new Map<string, AuditedTree>()
  const treeNamed = (id: string): AuditedTree => {
    const tree = trees.get(id) ?? auditedTree(id, { ...audit.heldOf(id), mayBeGone })
    trees.set(id, tree)
    return tree
  }
  const gapsOf = revisionGaps()
  const noteProgress = progressTo(head, note)
  let [leaves, differences, through] = [0, 0, -1]
  const report = async (findings: readonly SealFinding[]) => {
    for (const finding of findings) await audit.print(JSON.stringify(finding))
    differences += findings.length
  }
  for (const tree of audit.heldTrees) treeNamed(tree)
  for await (const fact of factsUpTo(audit, head)) {
    const { stream, metadata, position, unopened } = fact
    noteProgress(position, `${differences} differences`)
    const tree = treeNamed(isLeaf(stream) ? treeOf(metadata.account_id ?? null) : idOfSeal(stream))
    await report(gapsOf(unopened))
    if (!isLeaf(stream)) {
      const event = unopened as RecordedEvent<SealEvent>
      if (event.type === 'LogSealed') through = Math.max(through, event.data.through)
      await report(await tree.heard(event))
      continue
    }
    leaves += 1
    tree.found({
      ...{ id: unopened.id, stream, revision: unopened.revision, position },
      hash: leafOf(unopened, fact.stored).toString('hex'),
      logId: metadata.log_id ?? base + Number(position),
      recordedAt: String(metadata.recorded_at),
    })
  }
  for (const tree of trees.values()) await report([...tree.unsealed(through), ...tree.ended()])
  const waiting = [...trees.values()].reduce((all, tree) => all + tree.waiting(), 0)
  return { leaves, waiting, differences }
}

/** Up to the head that the log has now. @throws the signal's reason */
async function* factsUpTo(
  { store, signal }: SealAudit,
  head: bigint | null,
): AsyncGenerator<DeliveredFact> {
  if (head === null) return
  const ending = new AbortController()
  const both = AbortSignal.any([signal, ending.signal])
  const all = { streamPrefixes: [] }
  try {
    for await (const item of store.subscribe({ from: 'start', filter: all, signal: both })) {
      if (item.kind === 'event' && item.position <= head && item.stream !== 'log-this') yield item
      if (item.kind === 'caught_up' || item.position >= head) break
    }
  } finally {
    ending.abort()
  }
  signal.throwIfAborted()
}

function idOfSeal(stream: string): string {
  return stream.slice(stream.indexOf('-') + 1)
}

/** Retention deletes streams of journals as a whole, and no others: any other gap is a fact that is missing. */
function revisionGaps() {
  const seen = new LRUCache<string, bigint>({ max: MAX_REMEMBERED_STREAMS })
  const forgotten = { any: false }
  return (fact: RecordedEvent): readonly SealFinding[] => {
    const { stream, revision, metadata } = fact
    const known = seen.get(stream)
    forgotten.any ||= seen.size === MAX_REMEMBERED_STREAMS
    seen.set(stream, revision)
    const isFirst = known === undefined
    if (isFirst && (isOfJournal(stream) || forgotten.any)) return []
    const last = known ?? -1n
    if (revision <= last + 1n) return []
    const detail = `revisions ${last + 1n} to ${revision - 1n} of its stream are missing`
    return [
      sealFinding('revision_gap', fact, { tree: treeOf(metadata.account_id ?? null), detail }),
    ]
  }
}

/** Whether retention may have deleted facts of a journal that were recorded after those of a time. */
function goneByRetention(store: Pick<EventStore, 'readStream'>): TreeOptions['mayBeGone'] {
  const days = new LRUCache<string, string>({ max: 10_000 })
  const lastDayOf = async (id: string): Promise<string> => {
    let state = retention.initialState
    for await (const event of store.readStream(streamOf(retention, id)))
      state = retention.evolve(state, event as unknown as RetentionEvent)
    const before = [state.providerEvent, state.webhookDelivery].filter((time) => time !== null)
    return before.map(deletableDay).sort().at(-1) ?? ''
  }
  return async (accountId, recordedAt) => {
    const id = retentionId(accountId)
    const day = days.get(id) ?? (await lastDayOf(id))
    days.set(id, day)
    return day !== '' && recordedAt.slice(0, 10).replaceAll('-', '') <= day
  }
}
