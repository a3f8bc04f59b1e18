/** A bounded number of slots for concurrent work. */
export type SharedSlots = {
  /** Waiting owners are served round-robin. @throws the error of `late`; the work then never begins */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>
}

type Waiting = { gone: boolean; begin(): void }

/**
 * @param of.ofOwner slots that one owner may use at once; all by default
 * @param of.waitMs how long work may wait for a slot; for ever by default
 */
export function sharedSlots(of: {
  readonly limit: number
  readonly ofOwner?: number
  readonly waitMs?: number
  readonly late?: () => Error
}): SharedSlots {
  const { limit, ofOwner = limit, late = () => new Error('no slot was free in time') } = of
  const underWay = new Map<string, number>()
  /** Waiting work by owner; the first owner is served next. */
  const waiting = new Map<string, Waiting[]>()
  let free = limit
  const countOf = (owner: string) => underWay.get(owner) ?? 0
  const mayBegin = (owner: string) => free > 0 && countOf(owner) < ofOwner
  const begin = (owner: string) => {
    free -= 1
    underWay.set(owner, countOf(owner) + 1)
  }
  const end = (owner: string) => {
    free += 1
    if (countOf(owner) > 1) underWay.set(owner, countOf(owner) - 1)
    else underWay.delete(owner)
    next()
  }
  const next = () => {
    for (const [owner, own] of waiting) {
      if (free === 0) return
      while (own[0]?.gone) own.shift()
      const first = mayBegin(owner) ? own.shift() : undefined
      if (first !== undefined || own.length === 0) waiting.delete(owner)
      if (first === undefined) continue
      if (own.length > 0) waiting.set(owner, own)
      begin(owner)
      first.begin()
    }
  }
  const turn = (owner: string) =>
    new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        mine.gone = true
        reject(late())
      }
      const timer = of.waitMs === undefined ? undefined : setTimeout(giveUp, of.waitMs)
      const mine: Waiting = {
        gone: false,
        begin() {
          clearTimeout(timer)
          resolve()
        },
      }
      const own = waiting.get(owner) ?? []
      own.push(mine)
      waiting.set(owner, own)
    })
  return {
    async run(owner, work) {
      if (mayBegin(owner)) begin(owner)
      else await turn(owner)
      return work().finally(() => end(owner))
    },
  }
}
