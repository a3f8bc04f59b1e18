/**
 * Works on several things at once, and yields the results in order.
 * @param most how many at once
 * @throws what the source or the work throws, after everything that runs has ended
 */
export async function* mapAhead<Thing, Result>(
  source: AsyncIterable<Thing>,
  most: number,
  work: (thing: Thing) => Promise<Result>,
): AsyncGenerator<Result, void, void> {
  const underWay: Promise<Result>[] = []
  try {
    for await (const thing of source) {
      const result = work(thing)
      result.catch(() => undefined)
      underWay.push(result)
      const first = underWay.length < most ? undefined : underWay.shift()
      if (first !== undefined) yield await first
    }
    for (let first = underWay.shift(); first !== undefined; first = underWay.shift())
      yield await first
  } finally {
    await Promise.allSettled(underWay)
  }
}
