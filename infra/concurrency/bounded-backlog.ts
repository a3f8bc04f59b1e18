import type { OnceGone } from './shared-slots.ts'

/** Work that waits, bounded by the bytes that it holds. */
export type Backlog = {
  /** Adds work of an owner. Over the bound, drops the oldest work of the owner that holds most bytes. */
  add(owner: string, bytes: number): BacklogEntry
}

export type BacklogEntry = {
  /** Calls once when the work was dropped, or nobody waits for it any more. */
  readonly onceGone: OnceGone
  /** Removes the work, whether or not its turn has come. */
  leave(): void
  giveUp(): void
}

type Waiting = { readonly bytes: number; readonly giveUp: () => void }
type OwnerBacklog = { bytes: number; readonly works: Set<Waiting> }

/** @param mostBytes of all work in the backlog */
export function boundedBacklog(mostBytes: number): Backlog {
  const owners = new Map<string, OwnerBacklog>()
  let bytes = 0
  const count = (owner: string, work: Waiting) => {
    const own = owners.get(owner) ?? { bytes: 0, works: new Set() }
    owners.set(owner, own)
    own.works.add(work)
    own.bytes += work.bytes
    bytes += work.bytes
  }
  const forget = (owner: string, work: Waiting) => {
    const own = owners.get(owner)
    if (!own?.works.delete(work)) return
    own.bytes -= work.bytes
    bytes -= work.bytes
    if (own.works.size === 0) owners.delete(owner)
  }
  return {
    add(owner, size) {
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
      while (bytes > mostBytes) oldestOfLargest(owners)?.giveUp()
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

function oldestOfLargest(lines: ReadonlyMap<string, OwnerBacklog>): Waiting | undefined {
  let heaviest: OwnerBacklog | undefined
  for (const own of lines.values())
    if (heaviest === undefined || own.bytes > heaviest.bytes) heaviest = own
  const [oldest] = heaviest?.works ?? []
  return oldest
}
