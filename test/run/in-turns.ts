/**
 * Calls `work` for each item, `atOnce` of them at a time: the next begins whenever one has ended.
 * @returns the results in the order of the items
 */
export async function inTurns<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const left = items.entries()
  const worker = async () => {
    for (const [place, item] of left) results[place] = await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}
