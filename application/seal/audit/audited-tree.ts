import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { accountOfTree, type JournalDay } from '../leaf.ts'
import { compareLeaves, type FoundLeaf, type LeafDifference } from './compare-leaves.ts'
import { dayOfLeaf, type SealChain, type SealedPart } from './seal-chain.ts'
import { nameOf, type SealFinding, sealFinding } from './seal-finding.ts'

export type TreeOptions = {
  /** What was sealed. */
  readonly chain: SealChain
  /** Log id up to which all facts are leaves. */
  readonly through: number
  /** Whether retention has released a day of a journal, so that its facts may be missing. */
  readonly mayBeGone: (accountId: string | null, day: JournalDay) => Promise<boolean>
  /** Where an earlier audit ended; null for none. */
  readonly from: TreeProgress | null
}

/** A tree that is built again from the log, and compared with what was sealed. */
export type AuditedTree = {
  /** Takes the next fact of the log that is of this tree. */
  found(leaf: FoundLeaf): Promise<readonly SealFinding[]>
  /** Takes a fact about the tree that the log has. Its stream is what counts. */
  heard(event: RecordedEvent): void
  ended(): Promise<readonly SealFinding[]>
  /** How many facts of the log are no leaves yet. */
  waiting(): number
  progress(): TreeProgress
}

/** How far a tree has come, for an audit that goes on later. */
export type TreeProgress = {
  /** Revision of the fact of its stream that is read next. */
  readonly revision: bigint
  /** How many leaves of the newest part were found in their places. */
  readonly at: number
  /** Facts of that part since a leaf was not found in its place. */
  readonly behind: readonly FoundLeaf[]
  /** The last fact before those. */
  readonly before: FoundLeaf | null
  readonly missing: readonly string[]
  readonly waiting: number
}

const ANEW: TreeProgress = {
  ...{ revision: 0n, at: 0, behind: [], before: null, missing: [], waiting: 0 },
}

/** What moved far, remembered in one tree. */
const MAX_REMEMBERED = 10_000
/** Many more than a part has leaves. */
const MAX_BEHIND = 4_096

/**
 * A fact that is the next leaf needs no memory. From one on that is not, the facts of the same part are kept, and compared
 * when it ends.
 */
export function auditedTree(tree: string, options: TreeOptions): AuditedTree {
  const { chain, through, mayBeGone, from } = options
  /** Undefined until the first is read. */
  let part: SealedPart | null | undefined
  let { at, waiting, before } = from ?? ANEW
  let behind = [...(from ?? ANEW).behind]
  let heard: RecordedEvent | null = null
  const missing = new Set(from?.missing)

  const strange = (
    fact: FoundLeaf,
    kind: 'altered' | 'inserted' | 'moved',
    leaf?: number,
  ): SealFinding => {
    const what = missing.has(fact.hash) ? 'fact_moved' : (`fact_${kind}` as const)
    return sealFinding(what, fact, {
      tree,
      detail: DETAILS[what],
      ...(leaf !== undefined && { leaf }),
    })
  }
  const named = async (of: SealedPart, difference: LeafDifference): Promise<SealFinding | null> => {
    const n = at + difference.at
    const leaf = of.start + n
    if (difference.kind !== 'missing') return strange(difference.fact, difference.kind, leaf)
    const day = dayOfLeaf(of, n)
    if (day !== null && (await mayBeGone(accountOfTree(tree), day))) return null
    if (missing.size < MAX_REMEMBERED) missing.add(of.hashes[n] ?? '')
    const [prior, next] = [difference.before ?? before, difference.after]
    const places = [prior && `after ${nameOf(prior)}`, next && `before ${nameOf(next)}`]
    const detail = `${DETAILS.fact_removed} ${places.filter((place) => place !== null).join(' and ')}`
    return sealFinding('fact_removed', next ?? prior ?? of.place, { tree, leaf, detail })
  }
  /** Compares what is left of a part. */
  const endPart = async (of: SealedPart): Promise<readonly SealFinding[]> => {
    const found: SealFinding[] = []
    for (const difference of compareLeaves(of.hashes.slice(at), behind)) {
      const finding = await named(of, difference)
      if (finding !== null) found.push(finding)
    }
    before = behind.at(-1) ?? before
    behind = []
    return found
  }
  /** Reads again what an earlier audit has judged. */
  const goOn = async (): Promise<void> => {
    if (part !== undefined || from === null) return
    while (part !== null && chain.revision() < from.revision) part = (await chain.next()).part
  }
  const nextPart = async (): Promise<readonly SealFinding[]> => {
    const ended = part ? await endPart(part) : []
    const { part: next, findings } = await chain.next()
    part = next
    at = 0
    return [...ended, ...findings]
  }
  /** What somebody puts in by thousands must not fill the memory. */
  const dropStrangers = (of: SealedPart): readonly SealFinding[] => {
    const own = new Set(of.hashes)
    const strangers = behind.filter(({ hash }) => !own.has(hash))
    behind = behind.filter(({ hash }) => own.has(hash))
    return strangers.map((fact) => strange(fact, 'inserted', of.start + at))
  }
  const compared = (of: SealedPart, leaf: FoundLeaf): readonly SealFinding[] => {
    if (behind.length === 0 && of.hashes[at] === leaf.hash) {
      at += 1
      before = leaf
      return []
    }
    behind.push(leaf)
    return behind.length < MAX_BEHIND ? [] : dropStrangers(of)
  }
  /** Those who read the log along believe it, too. */
  const besideStream = (): readonly SealFinding[] => {
    if (heard === null || heard.revision < chain.revision()) return []
    const detail = 'it is in the log, and not in its stream'
    return [sealFinding('fact_inserted', heard, { tree, detail })]
  }
  return {
    heard: (event) => {
      heard = event
    },
    async found(leaf) {
      const found: SealFinding[] = []
      await goOn()
      while (part === undefined || (part !== null && leaf.logId > part.lastLogId))
        found.push(...(await nextPart()))
      if (part !== null) return [...found, ...compared(part, leaf)]
      if (leaf.logId <= through) return [...found, strange(leaf, 'inserted')]
      waiting += 1
      return found
    },
    async ended() {
      const found: SealFinding[] = []
      await goOn()
      while (part !== null) found.push(...(await nextPart()))
      return [...found, ...besideStream(), ...chain.ended()]
    },
    waiting: () => waiting,
    progress: () => {
      if (part === undefined) return from ?? ANEW
      return { revision: chain.revision(), at, behind, before, waiting, missing: [...missing] }
    },
  }
}

const DETAILS = {
  fact_altered: 'its bytes, or those of its metadata, are not the sealed ones',
  fact_inserted: 'it is among sealed facts, and is none of them',
  fact_moved: 'it was sealed at another place',
  fact_removed: 'a sealed fact is missing',
} as const
