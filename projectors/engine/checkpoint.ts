import type pg from 'pg'

/** How far a partition is: everything up to `position` was considered; `event_*` name the last event applied. */
export type Checkpoint = {
  readonly position: bigint
  readonly event_position: bigint | null
  readonly event_id: string | null
}

export class CheckpointMoved extends Error {
  constructor() {
    super('another runner has moved the checkpoint of the read models; this one stands by')
    this.name = 'CheckpointMoved'
  }
}

const DIVISION_BY_ZERO = '22012'

/**
 * Moves the checkpoint. When another runner has moved it, the statement fails inside Postgres (division by zero), so
 * that the statements pipelined after it are not committed.
 * @throws CheckpointMoved
 */
export async function moveCheckpoint(
  client: pg.ClientBase,
  partition: number,
  from: Checkpoint,
  to: Checkpoint,
): Promise<void> {
  const moving = client.query({
    name: 'move-checkpoint',
    text: `update checkpoint set event_position = $3, event_id = $4, moved_at = now(),
        position = $2::bigint / case position when $1 then 1 else 0 end
      where partition = $5`,
    values: [from.position, to.position, to.event_position, to.event_id, partition],
  })
  const { rowCount } = await moving.catch((error) => {
    throw error.code === DIVISION_BY_ZERO ? new CheckpointMoved() : error
  })
  if (rowCount !== 1) throw new CheckpointMoved()
}
