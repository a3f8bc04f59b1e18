import { deletableDay } from '@recado/domain/retention/deletable-day'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { readIntakeCheckpoint } from '../../intake/intake-tables.ts'
import type { Leadership } from '../../runtime/leader-election.ts'

type Day = {
  readonly id: string
  readonly kept_for: string
  readonly day: string
  readonly position: number
  readonly gone_before: string
}

export type OldStreams = {
  /** Deletes the streams past retention. @returns the journals of which some streams have to wait */
  delete(): Promise<ReadonlySet<string>>
}

/**
 * Deletes each stream once, and again after later events. A raw event waits until intake has read it, however old. The
 * relay is not waited for: an outage of NATS must not keep personal data past its days (docs/adr/0045).
 */
export function oldStreams(
  store: Pick<EventStore, 'deleteStream'>,
  { client, signal }: Leadership,
): OldStreams {
  let deleted = new Map<string, number>()
  return {
    async delete() {
      const days = (await releasedDays(client)).filter(
        (of) => of.day <= deletableDay(of.gone_before),
      )
      const read = (await readIntakeCheckpoint(client))?.position ?? -1n
      const waiting = new Set<string>()
      const known = deleted
      deleted = new Map()
      for (const { id, kept_for, position } of days) {
        const isRead = kept_for.startsWith('webhookDelivery:') || BigInt(position) <= read
        if (signal.aborted || !isRead) waiting.add(kept_for)
        else if (known.get(id) !== position) await store.deleteStream(id)
        if (isRead && !signal.aborted) deleted.set(id, position)
      }
      return waiting
    },
  }
}

async function releasedDays(client: Leadership['client']): Promise<readonly Day[]> {
  const { rows } = await client.query<Day>(
    `select d.id, d.kept_for, d.day, d.position, r.gone_before from retention r, lateral (
      select * from journal_days d
      where d.kept_for = r.id and d.day < to_char(r.gone_before at time zone 'UTC', 'YYYYMMDD')) d`,
  )
  return rows
}
