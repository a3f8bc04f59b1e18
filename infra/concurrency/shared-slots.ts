/** A bounded number of slots for concurrent work. */
export type SharedSlots<Owner = string> = {
  /** Waiting owners are served round-robin. @throws the error of `late`; the work then never begins */
  run<T>(owner: Owner, work: () => Promise<T>): Promise<T>
  /**
   * Takes a slot for work that begins later.
   * @param waitMs in place of that of all
   * @returns gives the slot back, once however often it is called
   * @throws the error of `late`; then no slot is taken
   */
  take(owner: Owner, waitMs?: number): Promise<() => void>
}

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

type Waiting = { gone: boolean; begin(): void }
type Line<Owner> = { readonly owner: Owner; readonly works: Waiting[] }

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
  }
  const end = (owner: Owner) => {
    free += 1
    shares.ended(owner)
    while (free > 0) {
      const next = waiting.next(mayBegin)
      if (next === undefined) return
      begin(next.owner)
      next.work.begin()
    }
  }
  const take = async (owner: Owner, waitMs = of.waitMs) => {
    if (mayBegin(owner)) begin(owner)
    else await turn((work) => waiting.add(owner, work), waitMs, late)
    return once(() => end(owner))
  }
  return {
    take,
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
    for (const [key, line] of lines) {
      forgetGone(line)
      if (line.works.length === 0) lines.delete(key)
      else if (first === undefined || isBefore?.(line.owner, first.owner))
        first = mayBegin(line.owner) ? line : first
      if (first !== undefined && isBefore === undefined) return first
    }
    return first
  }
  return {
    add(owner: Owner, work: Waiting): void {
      const line = lines.get(keyOf(owner)) ?? { owner, works: [] }
      forgetGone(line)
      line.works.push(work)
      lines.set(keyOf(owner), line)
    },
    next(mayBegin: (owner: Owner) => boolean): { owner: Owner; work: Waiting } | undefined {
      const line = firstOf(mayBegin)
      const work = line?.works.shift()
      if (line === undefined || work === undefined) return undefined
      const key = keyOf(line.owner)
      lines.delete(key)
      if (line.works.length > 0) lines.set(key, line)
      return { owner: line.owner, work }
    },
  }
}

function forgetGone({ works }: Line<unknown>): void {
  while (works[0]?.gone) works.shift()
}

/** Waits until the work may begin. @throws the error of `late` after `waitMs` */
function turn(
  add: (work: Waiting) => void,
  waitMs: number | undefined,
  late: () => Error,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      mine.gone = true
      reject(late())
    }
    const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs)
    const mine: Waiting = {
      gone: false,
      begin() {
        clearTimeout(timer)
        resolve()
      },
    }
    add(mine)
  })
}

function once(call: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    call()
  }
}
