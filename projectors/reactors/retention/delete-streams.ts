import { INSTALLATION_TREE } from '@recado/application/seal/leaf'
import { readTree } from '@recado/application/seal/sealed-tree'
import { deletableDay } from '@recado/domain/retention/deletable-day'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { runOn } from '@recado/infra/postgres/run'
import { logId } from '../../engine/log-id.ts'
import { readIntakeCheckpoint } from '../../intake/intake-tables.ts'
import type { Leadership } from '../../runtime/leader-election.ts'
import { type DeletingDeps, deleteWithKeys } from './delete-with-keys.ts'

type Day = {
  readonly id: string
  readonly kept_for: string
  readonly day: string
  readonly position: number
  readonly gone_before: string
}

export type OldStreams = {
  /**
   * Deletes the streams past retention, and none of today, whatever time a wrong clock has made the log name.
   * @param now by our clock and the vault's
   * @returns the journals of which some streams have to wait
   */
  delete(now: Date): Promise<ReadonlySet<string>>
}

/** Whether all facts of a stream are leaves of a tree of hashes, which then tells that they were there. */
export type IsSealed = (stream: string) => Promise<boolean>

/** @param store the log that the streams are in */
export function sealedStreams(
  store: Pick<EventStore, 'readLast'>,
  { client }: Leadership,
): IsSealed {
  return async (stream) => {
    const last = await store.readLast(stream)
    if (last === null) return true
    const tree = await readTree(runOn(client), INSTALLATION_TREE)
    return tree !== null && tree.state.through >= logId(last)
  }
}

/**
 * Deletes each stream once, and again after later events. A raw event waits until intake has read it, however old, and
 * everything until it is sealed, so that the trees of hashes can be built again from what the log keeps. The
 * relay is not waited for: an outage of NATS must not keep personal data past its days (docs/adr/0045).
 */
export function oldStreams(
  deps: DeletingDeps & { readonly store: Pick<EventStore, 'readLast'> },
  leadership: Leadership,
): OldStreams {
  const { client, signal } = leadership
  const { store } = deps
  const isSealed = sealedStreams(store, leadership)
  let deleted = new Map<string, number>()
  return {
    async delete(now) {
      const newest = deletableDay(now.toISOString())
      const days = (await releasedDays(client)).filter(
        ({ day, gone_before }) => day <= newest && day <= deletableDay(gone_before),
      )
      const read = (await readIntakeCheckpoint(client))?.position ?? -1n
      const waiting = new Set<string>()
      const known = deleted
      deleted = new Map()
      for (const { id, kept_for, position } of days) {
        const hasOwnKeys = !kept_for.startsWith('webhookDelivery:')
        const isRead = !hasOwnKeys || BigInt(position) <= read
        const isDeleted = known.get(id) === position
        const mayGo = isRead && !signal.aborted && (isDeleted || (await isSealed(id)))
        if (mayGo && !isDeleted)
          await (hasOwnKeys ? deleteWithKeys(deps, id) : store.deleteStream(id))
        if (mayGo) deleted.set(id, position)
        else waiting.add(kept_for)
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
