/** The wait before a retry (0 is the first), ms: doubles from `firstMs`, capped. */
export function doublingWait(retry: number, firstMs: number, capMs: number): number {
  return Math.min(capMs, firstMs * 2 ** Math.max(0, retry))
}

/** A doubling wait from 25 ms, shortened at random by up to a half so that callers do not retry together. */
export function backoff(retry: number, capMs: number): number {
  return doublingWait(retry, 25, capMs) * (0.5 + Math.random() / 2)
}
