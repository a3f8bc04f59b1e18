import type { Bounds } from './bounds.ts'
import type { Held } from './held.ts'
import { emptyLine, goToEnd, type Line, lengthOf, longestWithout, stepOut } from './line.ts'

export type Crowd = {
  readonly all: ReadonlySet<Held>
  /** Admits a connection. Over a bound, the one that is longest without a complete request is destroyed. */
  admit(held: Held): void
  served(held: Held): void
  /** Counts a proxy's connection for another client from now on. */
  move(held: Held, address: string | null): void
  leave(held: Held): void
}

export function crowd(bounds: Pick<Bounds, 'connections' | 'connectionsPerAddress'>): Crowd {
  const all = new Set<Held>()
  const everybody = emptyLine()
  const lines = new Map<string, Line>()
  const join = (held: Held): Line => {
    const line = lines.get(held.address ?? '') ?? emptyLine()
    if (held.address === null) return line
    goToEnd(line, held)
    lines.set(held.address, line)
    return line
  }
  const part = (held: Held): void => {
    const line = lines.get(held.address ?? '')
    if (line === undefined) return
    stepOut(line, held)
    if (lengthOf(line) === 0) lines.delete(held.address ?? '')
  }
  const leave = (held: Held): void => {
    all.delete(held)
    stepOut(everybody, held)
    part(held)
  }
  const makeRoom = (line: Line, most: number, newcomer: Held): void => {
    if (lengthOf(line) <= most) return
    const going = longestWithout(line, newcomer) ?? newcomer
    leave(going)
    going.socket.destroy()
  }
  return {
    all,
    admit(held) {
      all.add(held)
      goToEnd(everybody, held)
      makeRoom(join(held), bounds.connectionsPerAddress, held)
      makeRoom(everybody, bounds.connections, held)
    },
    served(held) {
      Object.assign(held, { since: performance.now(), served: true })
      if (!all.has(held)) return
      goToEnd(everybody, held)
      join(held)
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
