import type { Bounds } from './bounds.ts'
import { type Held, longestWithout } from './held.ts'

/** Everybody who holds a connection to one listener. */
export type Crowd = {
  readonly all: ReadonlySet<Held>
  /** Lets a connection in. Over a bound the one longest without a complete request goes, else the new one. */
  admit(held: Held): void
  /** Lets a proxy's connection count for another client from now on. */
  move(held: Held, address: string | null): void
  leave(held: Held): void
}

export function crowd(bounds: Pick<Bounds, 'connections' | 'connectionsPerAddress'>): Crowd {
  const all = new Set<Held>()
  const groups = new Map<string, Set<Held>>()
  const join = (held: Held): Set<Held> => {
    const group = groups.get(held.address ?? '') ?? new Set()
    if (held.address !== null) groups.set(held.address, group.add(held))
    return group
  }
  const part = (held: Held): void => {
    const group = groups.get(held.address ?? '')
    group?.delete(held)
    if (group?.size === 0) groups.delete(held.address ?? '')
  }
  const leave = (held: Held): void => {
    all.delete(held)
    part(held)
  }
  const makeRoom = (group: ReadonlySet<Held>, most: number, newcomer: Held): void => {
    if (group.size <= most) return
    const going = longestWithout(group, newcomer) ?? newcomer
    leave(going)
    going.socket.destroy()
  }
  return {
    all,
    admit(held) {
      all.add(held)
      makeRoom(join(held), bounds.connectionsPerAddress, held)
      makeRoom(all, bounds.connections, held)
    },
    move(held, address) {
      if (address === held.address || !all.has(held)) return
      part(held)
      held.address = address
      makeRoom(join(held), bounds.connectionsPerAddress, held)
    },
    leave,
  }
}
