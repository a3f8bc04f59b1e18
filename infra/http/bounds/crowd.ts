import type { Bounds } from './bounds.ts'
import type { Held } from './held.ts'
import { emptyLine, firstOf, type Line, lengthOf, moveToBack, remove, strangersIn } from './line.ts'
import { ranking } from './ranking.ts'

export type Crowd = {
  readonly all: ReadonlySet<Held>
  /** Admits a connection. Over a bound, another one is destroyed; the new one, if all others wait for our answer. */
  admit(held: Held): void
  /** A proxy's connection counts for this client until its request is answered. */
  lend(held: Held, address: string | null): void
  /** A key, a signature or a session has shown whose connection it is. */
  trust(held: Held): void
  answered(held: Held): void
  leave(held: Held): void
}

/**
 * The connections of a listener. When there are too many, one goes that has shown no key, of the address that has most of
 * those, so that neither one address nor several keep others out; only then one that has shown a key, chosen alike.
 */
export function crowd(bounds: Pick<Bounds, 'connections' | 'connectionsPerAddress'>): Crowd {
  const all = new Set<Held>()
  const lines = new Map<string | null, Line>()
  const strangers = ranking<Line>()
  const knowns = ranking<Line>()
  const rank = (line: Line): void => {
    strangers.set(line, strangersIn(line))
    knowns.set(line, line.known.size)
  }
  const part = (held: Held): void => {
    const line = lines.get(held.address)
    if (line === undefined) return
    remove(line, held)
    rank(line)
    if (lengthOf(line) === 0) lines.delete(held.address)
  }
  const join = (held: Held): Line => {
    const line = lines.get(held.address) ?? emptyLine()
    lines.set(held.address, line)
    moveToBack(line, held)
    rank(line)
    return line
  }
  const change = (held: Held, now: Partial<Pick<Held, 'address' | 'standing'>>): void => {
    if (!all.has(held)) return
    part(held)
    join(Object.assign(held, now))
  }
  const leave = (held: Held): void => {
    if (all.delete(held)) part(held)
  }
  const close = (held: Held): void => {
    leave(held)
    held.socket.destroy()
  }
  const keepToShare = (newcomer: Held): void => {
    const line = lines.get(newcomer.address)
    if (newcomer.address === null || line === undefined) return
    if (lengthOf(line) <= bounds.connectionsPerAddress) return
    close(firstOf(line, ['spent', 'fresh', 'known'], newcomer) ?? newcomer)
  }
  const leastKnown = (newcomer: Held): Held | undefined => {
    for (const line of strangers.largestFirst()) {
      const found = firstOf(line, ['spent', 'fresh'], newcomer)
      if (found) return found
    }
    for (const line of knowns.largestFirst()) {
      const found = firstOf(line, ['known'], newcomer)
      if (found) return found
    }
    return firstOf(lines.get(null) ?? emptyLine(), ['proxy'], newcomer)
  }
  return {
    all,
    admit(held) {
      all.add(held)
      join(held)
      keepToShare(held)
      if (all.size > bounds.connections) close(leastKnown(held) ?? held)
    },
    lend(held, address) {
      change(held, { address, standing: 'fresh' })
      keepToShare(held)
    },
    trust: (held) => change(held, { standing: 'known' }),
    answered(held) {
      if (held.isProxy) change(held, { address: null, standing: 'proxy' })
      else change(held, { standing: held.standing === 'known' ? 'known' : 'spent' })
    },
    leave,
  }
}
