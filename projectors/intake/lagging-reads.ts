import { laneOf, type RawEvent } from '@recado/application/intake/raw-event'
import type { ConnectionQueue } from './connection-queue.ts'
import { type ReadOnOptions, readOn } from './read-on.ts'

const MAX_READS = 4

type LaggingReadsOptions<Task> = Omit<ReadOnOptions, 'belongs'> & {
  readonly hasRoom: (queue: ConnectionQueue<Task>, share: number) => boolean
  readonly onEnd: (connectionId: string, queue: ConnectionQueue<Task>) => void
  readonly onFault: (error: unknown) => void
}

export type LaggingReads<Task> = {
  /** Lagging connections; the one that was read longest ago comes first. */
  readonly line: Map<string, ConnectionQueue<Task>>
  begin(): void
  isReading(connectionId: string): boolean
}

export function laggingReads<Task>(options: LaggingReadsOptions<Task>): LaggingReads<Task> {
  const { hasRoom, onEnd, onFault } = options
  const line = new Map<string, ConnectionQueue<Task>>()
  const reading = new Set<string>()
  const read = async (id: string, queue: ConnectionQueue<Task>) => {
    reading.add(id)
    const belongs = (raw: RawEvent) => laneOf(raw) === id
    await readOn({ ...options, belongs }, queue, () => hasRoom(queue, 1)).catch(onFault)
    reading.delete(id)
    line.delete(id)
    if (queue.missed.size > 0) line.set(id, queue)
    onEnd(id, queue)
  }
  return {
    line,
    begin() {
      for (const [id, queue] of [...line]) {
        if (reading.size >= MAX_READS) return
        if (!reading.has(id) && hasRoom(queue, 0.5)) void read(id, queue)
      }
    },
    isReading: (id) => reading.has(id),
  }
}
