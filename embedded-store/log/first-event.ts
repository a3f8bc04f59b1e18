import { randomUUID } from 'node:crypto'
import { METADATA_TYPE } from '../protocol/recorded.ts'
import type { Writer } from './writer.ts'

/** Attempts at the first write, which may time out on a machine that has just started. */
const MAX_ATTEMPTS = 10

/** Writes the first event of a new log. EventStoreDB's is never empty: a node writes before any client does. */
export async function writeFirstEvent(writer: Writer): Promise<void> {
  const empty = { data: Buffer.from('{}'), meta: Buffer.alloc(0) }
  const event = { id: randomUUID(), type: METADATA_TYPE, json: true, ...empty }
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const outcome = await writer.submit({
      kind: 'append',
      stream: '$$$settings',
      expected: 'no_stream',
      events: [event],
      timeoutMs: Number.POSITIVE_INFINITY,
    })
    if (outcome.kind === 'written') return
  }
  throw new Error(
    'the first event cannot be written; check that Postgres is not full or overloaded',
  )
}
