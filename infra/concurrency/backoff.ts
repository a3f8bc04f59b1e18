/** How long to wait before the given retry (0 is the first), in ms: doubling from `firstMs`, capped. */
export function doubling(retry: number, firstMs: number, capMs: number): number {
  return Math.min(capMs, firstMs * 2 ** Math.max(0, retry))
}

/** The same from 25 ms, jittered by half, so that many who wait do not come back together. */
export function backoff(retry: number, capMs: number): number {
  return doubling(retry, 25, capMs) * (0.5 + Math.random() / 2)
}
