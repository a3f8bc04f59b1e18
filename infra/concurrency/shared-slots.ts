import { once } from './once.ts'
/** A bounded number of slots for concurrent work. */
export type SharedSlots<Owner = string> = {
  /** Waiting owners are served round-robin. @throws the error of `late`; the work then never begins */
  run<T>(owner: Owner, work: () => Promise<T>): Promise<T>
  /**
   * Takes a slot for work that begins later.
   * @param asked.waitMs how long to wait for a slot, in place of the default of all
   * @param asked.onceGone calls when nobody waits for the work any more
   * @param asked.size how many slots, at most all; while the first in turn waits for that many, nobody overtakes it
   * @returns gives the slot back, once however often it is called
   * @throws the error of `late`; then no slot is taken
   */
  take(owner: Owner, asked?: Until & { readonly size?: number }): Promise<() => void>
  /** As `take`, at once; null when it would have to wait. */
  takeNow(owner: Owner, size?: number): (() => void) | null
  /** Takes a slot at once, also beyond all limits, for work that had one before and goes on. */
  retake(owner: Owner): () => void
}

/** Calls once when something has gone. @returns forgets the call */
export type OnceGone = (call: () => void) => () => void

/** How many slots each owner may have. */
export type Shares<Owner> = {
  keyOf(owner: Owner): string
  /** Asked while a slot is free. */
  mayBegin(owner: Owner): boolean
  began(owner: Owner, size: number): void
  ended(owner: Owner, size: number): void
  /** Whether the one is served before the other when both wait; in turn by default. */
  isBefore?(one: Owner, other: Owner): boolean
}

type Limits = {
  readonly limit: number
  readonly waitMs?: number
  readonly late?: () => Error
  /** Serves the newest work of an owner first; by default the oldest. */
  readonly newestFirst?: boolean
}

/** A piece of work that waits: how many slots it needs, and what it does when its turn has come. */
type Waiting = { readonly size: number; readonly begin: () => void }
type OwnerQueue<Owner> = { readonly owner: Owner; readonly works: Waiting[] }

/**
 * @param of.ofOwner slots that one owner may use at once; all by default
 * @param of.waitMs how long work may wait for a slot; for ever by default
 */
export function sharedSlots(of: Limits & { readonly ofOwner?: number }): SharedSlots {
  return slotsWith(of, fixedShares(of.ofOwner ?? of.limit))
}

/** The same with shares that depend on what others do. */
export function slotsWith<Owner>(of: Limits, shares: Shares<Owner>): SharedSlots<Owner> {
  const { limit, late = () => new Error('no slot was free in time') } = of
  const waiting = ownerQueues(shares, of.newestFirst)
  let free = limit
  const mayBegin = (owner: Owner) => free > 0 && shares.mayBegin(owner)
  const begin = (owner: Owner, size: number) => {
    free -= size
    shares.began(owner, size)
    return once(() => end(owner, size))
  }
  const end = (owner: Owner, size: number) => {
    free += size
    shares.ended(owner, size)
    serve()
  }
  const serve = () => {
    while (free > 0 && waiting.serve(mayBegin, free)) {}
  }
  const takeNow = (owner: Owner, asked = 1) => {
    const size = Math.min(asked, limit)
    const isFirst = mayBegin(owner) && size <= free && !waiting.hasOne(mayBegin)
    return isFirst ? begin(owner, size) : null
  }
  const wait = (owner: Owner, size: number, until: Until) =>
    new Promise<() => void>((resolve, reject) => {
      const inTime = () => {
        forget()
        resolve(begin(owner, size))
      }
      const leave = waiting.add(owner, { size, begin: inTime })
      const forget = onGivenUp(until, () => {
        leave()
        // The work behind it may need fewer slots.
        serve()
        reject(late())
      })
    })
  const take: SharedSlots<Owner>['take'] = async (owner, { size = 1, ...until } = {}) =>
    takeNow(owner, size) ?? wait(owner, Math.min(size, limit), { ...of, ...until })
  return {
    take,
    takeNow,
    retake: (owner) => begin(owner, 1),
    async run(owner, work) {
      const leave = await take(owner)
      return work().finally(leave)
    },
  }
}

function fixedShares(ofOwner: number): Shares<string> {
  const underWay = new Map<string, number>()
  const countOf = (owner: string) => underWay.get(owner) ?? 0
  return {
    keyOf: (owner) => owner,
    mayBegin: (owner) => countOf(owner) < ofOwner,
    began: (owner) => void underWay.set(owner, countOf(owner) + 1),
    ended(owner) {
      if (countOf(owner) > 1) underWay.set(owner, countOf(owner) - 1)
      else underWay.delete(owner)
    },
  }
}

/** Waiting work by owner. An owner that was served goes to the end. */
function ownerQueues<Owner>({ keyOf, isBefore }: Shares<Owner>, newestFirst = false) {
  const queues = new Map<string, OwnerQueue<Owner>>()
  const firstOf = (mayBegin: (owner: Owner) => boolean): OwnerQueue<Owner> | undefined => {
    let first: OwnerQueue<Owner> | undefined
    for (const line of queues.values()) {
      if (first !== undefined && isBefore?.(line.owner, first.owner) !== true) continue
      if (!mayBegin(line.owner)) continue
      first = line
      if (isBefore === undefined) return first
    }
    return first
  }
  const leave = (key: string, work: Waiting) => {
    const works = queues.get(key)?.works
    const at = works?.indexOf(work) ?? -1
    if (at >= 0) works?.splice(at, 1)
    if (works?.length === 0) queues.delete(key)
  }
  return {
    /** @returns takes the work out of its line */
    add(owner: Owner, work: Waiting): () => void {
      const key = keyOf(owner)
      const line = queues.get(key)
      if (line === undefined) queues.set(key, { owner, works: [work] })
      else line.works.push(work)
      return () => leave(key, work)
    },
    hasOne: (mayBegin: (owner: Owner) => boolean) =>
      queues.size > 0 && firstOf(mayBegin) !== undefined,
    /** Begins the next work that may. @returns false when there is none, or it does not fit yet */
    serve(mayBegin: (owner: Owner) => boolean, free: number): boolean {
      const line = firstOf(mayBegin)
      const work = line?.works.at(newestFirst ? -1 : 0)
      if (line === undefined || work === undefined || work.size > free) return false
      const key = keyOf(line.owner)
      leave(key, work)
      if (queues.delete(key)) queues.set(key, line)
      work.begin()
      return true
    },
  }
}

/** How long work waits at most, and when nobody waits for it any more. */
type Until = { readonly waitMs?: number; readonly onceGone?: OnceGone }

/** Calls when work has waited too long, or nobody waits for it any more. @returns prevents it */
function onGivenUp({ waitMs, onceGone }: Until, giveUp: () => void): () => void {
  let forgetGone: (() => void) | undefined
  const forget = () => {
    clearTimeout(timer)
    forgetGone?.()
  }
  const end = () => {
    forget()
    giveUp()
  }
  const timer = waitMs === undefined ? undefined : setTimeout(end, waitMs)
  forgetGone = onceGone?.(end)
  return forget
}
