import { setTimeout as delay } from 'node:timers/promises'

/** A limit only ends a test that would never pass, and a machine may be several times slower than another. */
const PATIENCE_MS = 100_000

/**
 * Calls `probe` until it neither throws nor returns `undefined` or `false`. @returns its value
 * @param timeoutMs the time limit, after which the last error of the probe is thrown
 */
export async function eventually<T>(
  probe: () => Promise<T> | T,
  timeoutMs = PATIENCE_MS,
): Promise<Exclude<T, undefined | false>> {
  const deadline = Date.now() + timeoutMs
  let last: unknown = new Error('the probe never answered')
  while (Date.now() < deadline) {
    try {
      const value = await probe()
      if (value !== undefined && value !== false) return value as Exclude<T, undefined | false>
      last = new Error(`still ${String(value)} after ${timeoutMs} ms`)
    } catch (error) {
      last = error
    }
    await delay(20)
  }
  throw last
}
