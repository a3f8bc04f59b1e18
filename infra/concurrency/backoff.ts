/** The wait before a retry (0 is the first), ms: doubles from `firstMs`, capped. */
export function doubling(retry: number, firstMs: number, capMs: number): number {
  return Math.min(capMs, firstMs * 2 ** Math.max(0, retry))
}

/** The same from 25 ms, jittered down by up to a half so that callers do not retry together. */
export function backoff(retry: number, capMs: number): number {
  return doubling(retry, 25, capMs) * (0.5 + Math.random() / 2)
}
