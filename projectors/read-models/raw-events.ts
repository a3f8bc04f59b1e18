import type { ProviderEventEvent } from '@recado/domain/provider-event/events'
import { logId } from '../log-id.ts'
import { projection } from '../projection.ts'
import { table } from '../table.ts'

type RawEventRow = {
  readonly id: string
  readonly account_id: string
  readonly connection_id: string
  readonly source: 'official' | 'freemium'
  readonly event: string
  readonly log_id: number
  readonly payload: object
  readonly created_at: string
  readonly account_pos: number
}

/** Raw provider events that belong to an account; those of nobody's stay in the log only. */
export const rawEvents = table<RawEventRow>({
  name: 'raw_events',
  // One may hold a POST of 3 MB.
  kept: 0,
  lists: [
    {
      name: 'raw_events.account',
      key: 'account_id',
      position: 'account_pos',
      kind: 'append_only',
      clamp: 'created_at',
      parts: ['source', 'connection_id', 'event'],
    },
  ],
  docs: {
    doc: ({ log_id, source, event, connection_id, payload, created_at }) => ({
      id: log_id,
      source,
      event,
      connection_id,
      payload,
      created_at,
    }),
  },
})

/** The log of raw provider events. A journal may hold an event twice; the first one counts. */
export const rawEventsProjection = projection<ProviderEventEvent>({
  name: 'raw_events',
  tables: [rawEvents],
  ddl: new URL('./raw-events.sql', import.meta.url),
  needs: {
    ProviderEventReceived: ({ id, metadata }) => [
      [rawEvents, id],
      [{ name: 'list_totals' }, `raw_events.account:${metadata.account_id}`],
    ],
  },
  on: {
    ProviderEventReceived: async (event, rows) => {
      const { id, data, metadata } = event
      if (metadata.account_id === null || data.connection_id === null) return
      if ((await rows.get(rawEvents, id)) !== undefined) return
      rows.put(rawEvents, {
        id,
        account_id: metadata.account_id,
        connection_id: data.connection_id,
        source: data.source,
        event: data.event,
        log_id: logId(event),
        payload: data.payload,
        created_at: data.received_at,
        account_pos: 0,
      })
    },
    ProviderPostReceived: null,
  },
})
