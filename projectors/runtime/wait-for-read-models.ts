import { headOfFollowedStreams } from '@recado/application/read-models/followed'
import { sleep } from '@recado/infra/concurrency/sleep'
import type { EventStore } from '@recado/infra/event-store/event-store'
import type { Leadership } from './leader-election.ts'

/** Waits until the projector has committed a position, or the leadership ends. */
export async function waitForReadModels(
  { client, signal }: Leadership,
  position: bigint,
): Promise<void> {
  while (!signal.aborted) {
    const passed = await client
      .query('select min(position) >= $1 as passed from checkpoint', [String(position)])
      .then(({ rows }) => rows[0]?.passed === true)
      .catch(falseIfMissing)
    if (passed) return
    await sleep(100, signal)
  }
}

/** Waits until the read models include all that the log holds now. @returns the log's head; -1 when it is empty */
export async function waitForHead(leadership: Leadership, store: EventStore): Promise<bigint> {
  const head = (await headOfFollowedStreams(store)) ?? -1n
  await waitForReadModels(leadership, head)
  return head
}

/** False when the tables do not exist yet (undefined_table, invalid_schema_name). @throws any other error */
function falseIfMissing(error: unknown): false {
  const { code } = error as { code?: string }
  if (code === '42P01' || code === '3F000') return false
  throw error
}
