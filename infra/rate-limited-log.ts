import type { LoggerOptions } from 'pino'

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

/** Lines of one level with the same message within a second; what fails more often tells nothing new. */
const MOST_A_SECOND = 10

/**
 * Leaves out what says the same over and over: under load an outage fails thousands of times a second, and writing each
 * of them down would cost more than the work itself. The next line of the kind says how many were left out.
 * @param now milliseconds
 */
export function rateLimited(now: () => number = Date.now): LogMethod {
  let second = 0
  const written = new Map<string, number>()
  const leftOut = new Map<string, number>()
  return function (args, method, level) {
    const current = Math.floor(now() / 1_000)
    if (current !== second) written.clear()
    second = current
    const said: unknown[] = args
    const at = said.findIndex((each) => typeof each === 'string')
    const kind = `${level} ${said[at]}`
    const lines = (written.get(kind) ?? 0) + 1
    written.set(kind, lines)
    const missing = leftOut.get(kind) ?? 0
    if (lines > MOST_A_SECOND) return void leftOut.set(kind, missing + 1)
    leftOut.delete(kind)
    if (missing > 0 && at >= 0) said[at] = `${said[at]} (and ${missing} times more)`
    method.apply(this, args)
  }
}
