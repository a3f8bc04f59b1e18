import { setTimeout as delay } from 'node:timers/promises'
import { note } from '../run/notes.ts'

/** A limit only ends a test that would never pass, and a machine may be several times slower than another. */
const PATIENCE_MS = 100_000
/** On a quick machine nothing takes as long: what does is noted for the report of the run. */
const LONG_MS = 5_000

/**
 * Calls `probe` until it neither throws nor returns `undefined` or `false`. @returns its value
 * @param timeoutMs the time limit, after which the last error of the probe is thrown
 */
export async function eventually<T>(
  probe: () => Promise<T> | T,
  timeoutMs = PATIENCE_MS,
): Promise<Exclude<T, undefined | false>> {
  const begun = Date.now()
  const deadline = begun + timeoutMs
  let last: unknown = new Error('the probe never answered')
  while (Date.now() < deadline) {
    try {
      const value = await probe()
      if (value !== undefined && value !== false) {
        if (Date.now() - begun > LONG_MS) noteWait(Date.now() - begun)
        return value as Exclude<T, undefined | false>
      }
      last = new Error(`still ${String(value)} after ${timeoutMs} ms`)
    } catch (error) {
      last = error
    }
    await delay(20)
  }
  throw last
}

/** Notes a long wait with the line of the test that waited. */
function noteWait(ms: number): void {
  const frames = (new Error().stack ?? '').split('\n').slice(2)
  const where = frames.find((frame) => !frame.includes('eventually')) ?? 'unknown'
  const name = (process.argv[1] ?? '').replace(/^.*\.built\/test\//, '')
  note({ kind: 'wait', name, seconds: ms / 1_000, where: where.trim() })
}
