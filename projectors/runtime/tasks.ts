/** Tasks under way, by the id of what each is about: a slow one holds up nobody else. */
export type Tasks = {
  ids(): readonly string[]
  has(id: string): boolean
  /** How many more may be started. */
  free(): number
  /** @param work is over when it settles; it must not reject */
  start(id: string, work: Promise<unknown>): void
  /** Resolves when all are over. */
  ended(): Promise<unknown>
}

/** No tasks yet. @param most at once */
export function openTasks(most: number): Tasks {
  const running = new Map<string, Promise<unknown>>()
  return {
    ids: () => [...running.keys()],
    has: (id) => running.has(id),
    free: () => most - running.size,
    start: (id, work) =>
      void running.set(
        id,
        work.finally(() => running.delete(id)),
      ),
    ended: () => Promise.all(running.values()),
  }
}
