import type { LoggerOptions } from 'pino'

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

/** Lines of one level with the same message that are written within a second. */
const MAX_PER_SECOND = 10

/** Drops repeated lines: in an outage they would cost more than the work. The next one says how many were dropped. */
export function limitRepeats(now: () => number = Date.now): LogMethod {
  let second = 0
  const written = new Map<string, number>()
  const dropped = new Map<string, number>()
  return function (args, method, level) {
    const current = Math.floor(now() / 1_000)
    if (current !== second) written.clear()
    second = current
    const said: unknown[] = args
    const at = said.findIndex((each) => typeof each === 'string')
    const kind = `${level} ${said[at]}`
    const lines = (written.get(kind) ?? 0) + 1
    written.set(kind, lines)
    const droppedBefore = dropped.get(kind) ?? 0
    if (lines > MAX_PER_SECOND) return void dropped.set(kind, droppedBefore + 1)
    dropped.delete(kind)
    if (droppedBefore > 0 && at >= 0) said[at] = `${said[at]} (and ${droppedBefore} times more)`
    method.apply(this, args)
  }
}
