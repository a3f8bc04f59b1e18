/** Running tasks, by the id of what each is about, so that a slow task delays no other. */
export type Tasks = {
  ids(): readonly string[]
  has(id: string): boolean
  free(): number
  /** @param work must not reject */
  start(id: string, work: Promise<unknown>): void
  ended(): Promise<unknown>
}

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
