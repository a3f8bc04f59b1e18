import { type Line, openLine } from './line.ts'

/** The line in use, and replaced ones on which answers may still arrive. */
export type ReplaceableLine = {
  current(): Line
  openedAt(): number
  /** Opens a new line; calls in flight on the old one may be answered for `graceMs` more. */
  replace(graceMs: number): void
  hangUp(): Promise<void>
}

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

// The same server with different channel options: grpc shares one connection between channels with equal options, so
// a second client would get the connection that is being given up. A keepalive timeout that differs by milliseconds
// is harmless.
function distinct(url: string, dialled: number): string {
  if (dialled === 0) return url
  const given = Number(/[?&]keepAliveTimeout=(\d+)/i.exec(url)?.[1] ?? 10_000)
  return `${url}${url.includes('?') ? '&' : '?'}keepAliveTimeout=${given + (dialled % 1_000)}`
}
