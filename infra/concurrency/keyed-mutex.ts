/** Runs work that shares a key one after the other, in order of entry. */
export type KeyedMutex = {
  enter(keys: readonly string[]): Entry
}

export type Entry = {
  /** Resolves when all earlier work with one of the keys has left; null when there is none. */
  readonly before: Promise<unknown> | null
  leave(): void
}

export function keyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<void>>()
  return {
    enter(keys) {
      const before = [...new Set(keys.flatMap((key) => last.get(key) ?? []))]
      let done = (): void => undefined
      const mine = new Promise<void>((resolve) => {
        done = resolve
      })
      for (const key of keys) last.set(key, mine)
      return {
        before: before.length === 0 ? null : Promise.all(before),
        leave() {
          for (const key of keys) if (last.get(key) === mine) last.delete(key)
          done()
        },
      }
    },
  }
}
