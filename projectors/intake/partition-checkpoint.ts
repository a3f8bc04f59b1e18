import type { Partition } from '@recado/application/read-models/partitions'
import type pg from 'pg'
import { type IntakeCheckpoint, readIntakeCheckpoint } from './intake-tables.ts'

type Client = Pick<pg.ClientBase, 'query'>

/**
 * Where a partition begins: its own checkpoint, or the least that all partitions had reached, under whatever number of
 * them, if that is further. What a checkpoint says stays true when the number of partitions changes and changes back.
 * @param isInLog whether the log holds the raw event of a checkpoint
 * @returns null for the start of the log: also when it is another log than that of any checkpoint, which are forgotten
 */
export async function readPartitionCheckpoint(
  client: Client,
  { index, count }: Partition,
  isInLog: (checkpoint: IntakeCheckpoint) => Promise<boolean>,
): Promise<IntakeCheckpoint | null> {
  const least = await readIntakeCheckpoint(client)
  const { rows } = await client.query(
    'select partition, position, event_id from control.intake_partitions where partitions = $1 and position > $2',
    [count, String(least?.position ?? -1n)],
  )
  const all = rows.map((row) => ({ ...row, position: BigInt(row.position) }))
  const held = await Promise.all([...(least === null ? [] : [least]), ...all].map(isInLog))
  if (held.every(Boolean)) return all.find(({ partition }) => partition === index) ?? least
  await client.query('delete from control.intake_partitions')
  await client.query('delete from control.intake_checkpoint')
  return null
}

/** Saves a partition's checkpoint, and the least of all of them where everything else looks for that of intake. */
export async function savePartitionCheckpoint(
  client: Client,
  { index, count }: Partition,
  { position, event_id }: IntakeCheckpoint,
): Promise<void> {
  await client.query({
    name: 'intake-partition-checkpoint',
    text: SAVE,
    values: [count, index, String(position), event_id],
  })
}

/**
 * The least never goes back: a partition that has not begun under this number yet may have an older checkpoint from an
 * earlier time of the same number, and begins from the least.
 */
const SAVE = `
  with own as (
    insert into control.intake_partitions (partitions, partition, position, event_id) values ($1, $2, $3, $4)
    on conflict (partitions, partition) do update set position = excluded.position, event_id = excluded.event_id
  ), every as (
    select position, event_id from control.intake_partitions where partitions = $1 and partition <> $2
    union all select $3::bigint, $4::uuid
  )
  insert into control.intake_checkpoint as least (id, position, event_id)
  select 1, position, event_id from every where (select count(*) from every) = $1 order by position limit 1
  on conflict (id) do update set position = excluded.position, event_id = excluded.event_id
    where excluded.position > least.position`
