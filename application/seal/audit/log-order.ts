type Placed = { readonly logId: number }

/**
 * Gives each item the id of its place. Ids ascend along the log, and a forged fact may claim any: one that is higher than
 * the next, or not above the one before, counts as the one before.
 */
export async function* inLogOrder<T extends Placed>(items: AsyncIterable<T>): AsyncGenerator<T> {
  let last = -1
  let held: T | null = null
  for await (const item of items) {
    if (held !== null) {
      const isTooHigh = item.logId <= held.logId && item.logId > last
      const placed: T = isTooHigh ? { ...held, logId: last } : held
      last = placed.logId
      yield placed
    }
    held = item.logId > last ? item : { ...item, logId: last }
  }
  if (held !== null) yield held
}
