import { type Line, openLine } from './line.ts'

/** The line in use, and those given up, on which answers may still come for a while. */
export type ReplaceableLine = {
  current(): Line
  /** Since when the line is in use, ms (`performance.now`). */
  openedAt(): number
  /** Opens another line; what is in flight on the old one may be answered for `graceMs` more. */
  replace(graceMs: number): void
  hangUp(): Promise<void>
}

/**
 * Opens nothing yet: the first call dials.
 * @throws when the connection string cannot be read
 */
export function replaceableLine(url: string): ReplaceableLine {
  let dialled = 0
  const fresh = (address: string) => distinct(address, dialled++)
  let line = openLine(url, fresh)
  let openedAt = performance.now()
  const retired = new Set<Line>()

  const retire = async (old: Line) => {
    if (retired.delete(old)) await old.hangUp()
  }
  return {
    current: () => line,
    openedAt: () => openedAt,
    replace(graceMs) {
      const old = line
      line = openLine(url, fresh)
      openedAt = performance.now()
      retired.add(old)
      setTimeout(() => void retire(old), graceMs).unref()
    },
    async hangUp() {
      await Promise.all([line, ...retired].map((open) => open.hangUp()))
    },
  }
}

/**
 * The same server by another name: grpc shares one connection between all channels with equal options, so
 * a second client would be handed the connection we give up. The one option that can differ harmlessly is
 * the keepalive timeout, by a millisecond.
 */
function distinct(url: string, dialled: number): string {
  if (dialled === 0) return url
  const given = Number(/[?&]keepAliveTimeout=(\d+)/i.exec(url)?.[1] ?? 10_000)
  return `${url}${url.includes('?') ? '&' : '?'}keepAliveTimeout=${given + (dialled % 1_000)}`
}
