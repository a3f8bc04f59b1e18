/** A bounded number of slots for concurrent work. */
export type SharedSlots<Owner = string> = {
  /** Waiting owners are served round-robin. @throws the error of `late`; the work then never begins */
  run<T>(owner: Owner, work: () => Promise<T>): Promise<T>
  /**
   * Takes a slot for work that begins later.
   * @param waitMs in place of that of all
   * @param onceGone tells when nobody waits for the work any more
   * @returns gives the slot back, once however often it is called
   * @throws the error of `late`; then no slot is taken
   */
  take(owner: Owner, waitMs?: number, onceGone?: OnceGone): Promise<() => void>
  /** Takes a slot at once, also beyond all limits, for work that had one before and goes on. */
  retake(owner: Owner): () => void
}

/** Calls once when something has gone. @returns forgets the call */
export type OnceGone = (call: () => void) => () => void

/** Who of the owners may have how many slots. */
export type Shares<Owner> = {
  keyOf(owner: Owner): string
  /** Asked while a slot is free. */
  mayBegin(owner: Owner): boolean
  began(owner: Owner): void
  ended(owner: Owner): void
  /** Whether the one is served before the other when both wait; in turn by default. */
  isBefore?(one: Owner, other: Owner): boolean
}

type Limits = {
  readonly limit: number
  readonly waitMs?: number
  readonly late?: () => Error
}

/** What one piece of work does when its turn has come. */
type Begin = () => void
type Line<Owner> = { readonly owner: Owner; readonly works: Set<Begin> }

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
  const waiting = waitingLines(shares)
  let free = limit
  const mayBegin = (owner: Owner) => free > 0 && shares.mayBegin(owner)
  const begin = (owner: Owner) => {
    free -= 1
    shares.began(owner)
    return once(() => end(owner))
  }
  const end = (owner: Owner) => {
    free += 1
    shares.ended(owner)
    while (free > 0 && waiting.serve(mayBegin)) {}
  }
  const take: SharedSlots<Owner>['take'] = (owner, waitMs = of.waitMs, onceGone) =>
    mayBegin(owner)
      ? Promise.resolve(begin(owner))
      : new Promise((resolve, reject) => {
          const inTime = () => {
            forget()
            resolve(begin(owner))
          }
          const leave = waiting.add(owner, inTime)
          const forget = onceLate(waitMs, onceGone, () => {
            leave()
            reject(late())
          })
        })
  return {
    take,
    retake: begin,
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

/** Waiting work by owner. An owner that was served goes to the end of the line. */
function waitingLines<Owner>({ keyOf, isBefore }: Shares<Owner>) {
  const lines = new Map<string, Line<Owner>>()
  const firstOf = (mayBegin: (owner: Owner) => boolean): Line<Owner> | undefined => {
    let first: Line<Owner> | undefined
    for (const line of lines.values()) {
      if (first !== undefined && isBefore?.(line.owner, first.owner) !== true) continue
      if (!mayBegin(line.owner)) continue
      first = line
      if (isBefore === undefined) return first
    }
    return first
  }
  const leave = (key: string, work: Begin) => {
    const line = lines.get(key)
    line?.works.delete(work)
    if (line?.works.size === 0) lines.delete(key)
  }
  return {
    /** @returns takes the work out of its line */
    add(owner: Owner, work: Begin): () => void {
      const key = keyOf(owner)
      const line = lines.get(key) ?? { owner, works: new Set() }
      lines.set(key, { ...line, works: line.works.add(work) })
      return () => leave(key, work)
    },
    /** Begins the next work that may. @returns false when there is none */
    serve(mayBegin: (owner: Owner) => boolean): boolean {
      const line = firstOf(mayBegin)
      const [work] = line?.works ?? []
      if (line === undefined || work === undefined) return false
      const key = keyOf(line.owner)
      leave(key, work)
      if (lines.delete(key)) lines.set(key, line)
      work()
      return true
    },
  }
}

/** Calls when work has waited too long, or nobody waits for it any more. @returns prevents it */
function onceLate(
  waitMs: number | undefined,
  onceGone: OnceGone | undefined,
  giveUp: () => void,
): () => void {
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

function once(call: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    call()
  }
}
