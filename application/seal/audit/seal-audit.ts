import type { SealEvent } from '@recado/domain/seal/events'
import { seal } from '@recado/domain/seal/seal'
import type {
  DeliveredFact,
  EventStore,
  RecordedEvent,
} from '@recado/infra/event-store/event-store'
import { LOG_STREAM, readLogBegun } from '@recado/infra/event-store/log-base'
import { idOf, streamOf } from '../../ids.ts'
import { INSTALLATION_TREE, isLeaf, leafOf, leafPlace, treeOf } from '../leaf.ts'
import { type AuditedTree, auditedTree } from './audited-tree.ts'
import { goneByRetention } from './gone-by-retention.ts'
import { inLogOrder } from './log-order.ts'
import { revisionGaps } from './revision-gaps.ts'
import { type HeldOfTree, sealChain } from './seal-chain.ts'
import type { SealFinding } from './seal-finding.ts'
import { NO_SEAL_PROGRESS, type SealProgress, type SealTotals } from './seal-progress.ts'

export type SealAudit = {
  readonly store: Pick<EventStore, 'subscribe' | 'readStream' | 'head'>
  /** Checkpoints and keys that somebody else holds, by tree. */
  readonly heldOf: (tree: string) => HeldOfTree
  /** Trees that checkpoints are held of, also where the log has lost them. */
  readonly heldTrees: readonly string[]
  /** Only these trees; all unless given. */
  readonly only?: ReadonlySet<string> | null
  /** Where an earlier audit ended; at the start of the log unless given. */
  readonly from?: SealProgress
  /** Hears now and then how far it has come. */
  readonly save?: (progress: () => SealProgress, isLast: boolean) => Promise<void>
  readonly signal: AbortSignal
  readonly print: (line: string) => Promise<void>
  /** Makes what hears of each fact that is read, and of what was found until then. @param end the last position */
  readonly progressTo: (end: bigint | null) => (position: bigint, found: string) => void
}

/** A fact of the log with the place that it says it has. */
type Item = { readonly fact: DeliveredFact; readonly logId: number }

/**
 * Builds trees again from the log, in one pass, and prints where they are not what was sealed. What was sealed is read
 * beside it, so that nothing has to wait in memory.
 * @throws the signal's reason, after it has told how far it came
 */
export async function auditSeals(audit: SealAudit): Promise<SealTotals> {
  const { from = NO_SEAL_PROGRESS, save = async () => undefined } = audit
  const head = from.head ?? (await audit.store.head()) ?? -1n
  const trees = await openTrees(audit, head)
  const noteProgress = audit.progressTo(head)
  let { position } = from
  let { leaves, differences } = from.totals
  const report = async (findings: readonly SealFinding[]) => {
    for (const finding of findings) await audit.print(JSON.stringify(finding))
    differences += findings.length
  }
  const totals = (): SealTotals => ({ leaves, waiting: trees.waiting(), differences })
  const progress = () => ({ head, position, totals: totals(), trees: trees.progress() })
  try {
    for await (const item of inLogOrder(itemsOf(audit, head))) {
      const checked = await trees.check(item)
      await report(checked.findings)
      leaves += checked.leaves
      position = item.fact.position
      noteProgress(position, `${differences} differences`)
      await save(progress, false)
    }
  } finally {
    if (audit.signal.aborted) await save(progress, true)
  }
  for (const tree of trees.all()) await report(await tree.ended())
  return totals()
}

/** The trees of the log, each opened when its first fact comes. */
async function openTrees(audit: SealAudit, head: bigint) {
  const { store, only = null, from = NO_SEAL_PROGRESS } = audit
  const gapsOf = revisionGaps(store, from.position === null)
  const shared = { mayBeGone: goneByRetention(store), through: await sealedThrough(store, head) }
  const trees = new Map<string, AuditedTree>()
  const named = (id: string): AuditedTree => {
    const known = trees.get(id)
    if (known !== undefined) return known
    const chain = sealChain({ store, head }, id, audit.heldOf(id))
    const tree = auditedTree(id, { ...shared, chain, from: from.trees.get(id) ?? null })
    trees.set(id, tree)
    return tree
  }
  for (const id of [...audit.heldTrees, ...from.trees.keys()]) if (only?.has(id) ?? true) named(id)
  return {
    all: () => trees.values(),
    waiting: () => [...trees.values()].reduce((all, tree) => all + tree.waiting(), 0),
    progress: () => new Map([...trees].map(([id, tree]) => [id, tree.progress()])),
    async check({ fact, logId }: Item) {
      const { unopened, stream, metadata, position } = fact
      const id = isLeaf(stream) ? treeOf(metadata.account_id ?? null) : idOf(stream)
      // Streams of numbers and addresses pass from one account to the next: each fact closes the gap before another.
      const gaps = await gapsOf(unopened)
      if (only !== null && !only.has(id)) return { findings: [], leaves: 0 }
      const tree = named(id)
      if (!isLeaf(stream)) {
        tree.heard(unopened)
        return { findings: gaps, leaves: 0 }
      }
      const hash = leafOf(unopened, fact.stored).toString('hex')
      const leaf = { id: unopened.id, stream, revision: unopened.revision, position, hash, logId }
      return { findings: [...gaps, ...(await tree.found(leaf))], leaves: 1 }
    },
  }
}

/** Log id up to which all facts are leaves; -1 before the first round. */
async function sealedThrough(store: Pick<EventStore, 'readStream'>, head: bigint): Promise<number> {
  let through = -1
  for await (const fact of store.readStream(streamOf(seal, INSTALLATION_TREE))) {
    const event = fact as RecordedEvent<SealEvent>
    if (event.position <= head && event.type === 'LogSealed')
      through = Math.max(through, event.data.through)
  }
  return through
}

/** Up to the head that the log had at the begin. @throws the signal's reason */
async function* itemsOf({ store, signal, from }: SealAudit, head: bigint): AsyncGenerator<Item> {
  if (head < 0n) return
  const base = (await readLogBegun(store))?.log_base ?? 0
  let last = from?.position ?? null
  const ending = new AbortController()
  const both = AbortSignal.any([signal, ending.signal])
  const all = { from: last ?? 'start', filter: { streamPrefixes: [] }, signal: both } as const
  try {
    for await (const item of store.subscribe(all)) {
      if (item.kind === 'caught_up' || item.position > head) break
      // After a lost connection a fact may come again.
      const isNew = item.kind === 'event' && item.position > (last ?? -1n)
      if (isNew && item.stream !== LOG_STREAM) yield { fact: item, logId: leafPlace(item, base) }
      if (isNew) last = item.position
      if (item.position >= head) break
    }
  } finally {
    ending.abort()
  }
  signal.throwIfAborted()
}
