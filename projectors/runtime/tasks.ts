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

/** The id of a task that waits for a server: those of one server are counted together. */
export function taskAt(server: string, what: string): string {
  return `${server} ${what}`
}

/** How many more tasks may wait for a server that may have `most`. */
export function freeAt(tasks: Pick<Tasks, 'ids'>, server: string, most: number): number {
  const underWay = tasks.ids().filter((id) => id.startsWith(taskAt(server, '')))
  return most - underWay.length
}
