import type { OnceGone } from './shared-slots.ts'

/** What waits, and how much it holds meanwhile. */
export type WaitingRoom = {
  /** Lets a work of an owner wait. Over the bound, the oldest of the owner that holds most has to go. */
  sit(owner: string, bytes: number): Seat
}

export type Seat = {
  /** Tells when the work has to go, or nobody waits for it any more. */
  readonly onceGone: OnceGone
  /** It does not wait any more, whether or not its turn has come. */
  leave(): void
  giveUp(): void
}

type Waiting = { readonly bytes: number; readonly giveUp: () => void }
type Line = { bytes: number; readonly works: Set<Waiting> }

/** @param mostBytes of all that waits */
export function waitingRoom(mostBytes: number): WaitingRoom {
  const lines = new Map<string, Line>()
  let bytes = 0
  const count = (owner: string, work: Waiting) => {
    const line = lines.get(owner) ?? { bytes: 0, works: new Set() }
    lines.set(owner, line)
    line.works.add(work)
    line.bytes += work.bytes
    bytes += work.bytes
  }
  const forget = (owner: string, work: Waiting) => {
    const line = lines.get(owner)
    if (!line?.works.delete(work)) return
    line.bytes -= work.bytes
    bytes -= work.bytes
    if (line.works.size === 0) lines.delete(owner)
  }
  return {
    sit(owner, size) {
      let isGone = false
      let tell = (): void => undefined
      const leave = () => forget(owner, work)
      const giveUp = () => {
        leave()
        isGone = true
        tell()
      }
      const work = { bytes: size, giveUp }
      count(owner, work)
      while (bytes > mostBytes) oldestOfHeaviest(lines)?.giveUp()
      const onceGone: OnceGone = (call) => {
        tell = call
        if (isGone) call()
        return () => {
          tell = () => undefined
        }
      }
      return { onceGone, leave, giveUp }
    },
  }
}

function oldestOfHeaviest(lines: ReadonlyMap<string, Line>): Waiting | undefined {
  let heaviest: Line | undefined
  for (const line of lines.values())
    if (heaviest === undefined || line.bytes > heaviest.bytes) heaviest = line
  const [oldest] = heaviest?.works ?? []
  return oldest
}
