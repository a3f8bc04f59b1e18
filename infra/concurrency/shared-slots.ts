/** A bounded number of slots for concurrent work, of which one owner gets only a part. */
export type SharedSlots = {
  /** Waiting owners are served round-robin. @throws the error of `late`; the work then never begins */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>
}

type Waiting = { gone: boolean; begin(): void }

export function sharedSlots(of: {
  readonly limit: number
  readonly ofOwner: number
  readonly waitMs: number
  readonly late: () => Error
}): SharedSlots {
  const underWay = new Map<string, number>()
  /** Waiting work by owner; the first owner is served next. */
  const waiting = new Map<string, Waiting[]>()
  let free = of.limit
  const countOf = (owner: string) => underWay.get(owner) ?? 0
  const mayBegin = (owner: string) => free > 0 && countOf(owner) < of.ofOwner
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
    for (const [owner, own] of [...waiting]) {
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
      const timer = setTimeout(() => {
        mine.gone = true
        reject(of.late())
      }, of.waitMs)
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
