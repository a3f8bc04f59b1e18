import { FIRST_GATEWAY, type GatewayEvent } from '@recado/domain/gateway/events'
import type { GatewayEntry } from '@recado/infra/registry-entries'
import { projection, type Rows } from '../engine/projection.ts'
import { rowChanger } from '../engine/row-changer.ts'
import { table } from '../engine/table.ts'

type GatewayRow = GatewayEntry & {
  readonly registered_at: string | null
  readonly removed_at: string | null
}

const gateways = table<GatewayRow>({ name: 'gateways' })

const change = rowChanger(gateways)

const UNKNOWN = {
  ...{ address: null, max_sessions: null, secret_refs: {}, status: 'answering', reason: null },
  ...{ status_since: null, registered_at: null, removed_at: null },
} as const satisfies Omit<GatewayRow, 'id'>

export const gatewaysProjection = projection<GatewayEvent>({
  name: 'gateways',
  tables: [gateways],
  ddl: new URL('./gateways.sql', import.meta.url),
  on: {
    GatewayRegistered: ({ data: { gateway_id, ...given } }, rows) => put(rows, gateway_id, given),
    GatewayChanged: ({ data: { gateway_id, changed_at: _, ...given } }, rows) =>
      change(rows, gateway_id, given),
    GatewayRemoved: ({ data: { gateway_id, removed_at } }, rows) =>
      change(rows, gateway_id, { removed_at }),
    GatewayStatusChanged: ({ data: { gateway_id, status, reason, changed_at } }, rows) =>
      put(rows, gateway_id ?? FIRST_GATEWAY, { status, reason, status_since: changed_at }),
  },
})

/** The first gateway has no registration: its first change of status makes its row. */
async function put(rows: Rows, id: string, changes: Partial<GatewayRow>): Promise<void> {
  rows.put(gateways, { id, ...UNKNOWN, ...(await rows.get(gateways, id)), ...changes })
}
