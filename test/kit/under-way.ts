/** Repeats `once` until `end` is called. @returns everything that the calls returned */
export function underWay<T>(once: (n: number) => Promise<readonly T[]>) {
  let ended = false
  const results: T[] = []
  const running = (async () => {
    for (let n = 0; !ended; n++) results.push(...(await once(n)))
  })()
  return {
    async end() {
      ended = true
      await running
      return results
    },
  }
}
