import { connectionsOfAccount } from '@recado/application/read-models/lists/connections'
import type { Connection, ConnectionHistory } from '@recado/contract/connection'
import { formerAfterMove, RELEASED, without } from '@recado/domain/connection/connection'
import type {
  ConnectionEvent,
  ConnectionRegistered,
  HistoryProgressed,
} from '@recado/domain/connection/events'
import type { ProviderKinds } from '@recado/infra/providers/provider'
import { providerOf } from '@recado/infra/providers/provider-of'
import { type Projection, projection } from '../engine/projection.ts'
import { rowChanger } from '../engine/row-changer.ts'
import { table } from '../engine/table.ts'
import { keepList } from './keep-list.ts'

type HistoryState = Pick<ConnectionHistory, 'phase' | 'progress' | 'completed_at' | 'declined_at'>

type ConnectionRow = Omit<
  ConnectionRegistered['data'],
  'connection_id' | 'hooks' | 'gateway_id'
> & {
  readonly id: string
  readonly hooks: readonly string[]
  readonly messages_per_second: number | null
  readonly gateway_id: string | null
  readonly placement: number
  readonly former_gateways: readonly (string | null)[]
  readonly released: boolean
  /** How far the number's history is transferred; null before it begins. */
  readonly history_progress: HistoryState | null
  readonly history_messages: number
  readonly pos: number
}

export const connections = table<ConnectionRow>({
  name: 'connections',
  lists: [keepList(connectionsOfAccount)],
})

/** The connection as the API and the webhooks show it. @throws for an unknown provider */
export function connectionDoc(providers: ProviderKinds, row: ConnectionRow): Connection {
  const { id, type, status, phone_number, phone_number_digits } = row
  const { provider, message_types, actions } = providerOf(providers, type).capabilities
  const capabilities = { provider, message_types: [...message_types], actions: [...actions] }
  return { id, type, status, phone_number, phone_number_digits, capabilities }
}

const change = rowChanger(connections)

export function connectionsProjection(providers: ProviderKinds): Projection {
  const doc = (row: ConnectionRow) => connectionDoc(providers, row)
  return projection<ConnectionEvent>({
    name: 'connections',
    tables: [table({ ...connections, docs: { doc } })],
    ddl: new URL('./connections.sql', import.meta.url),
    on: {
      ConnectionRegistered: async ({ data: { connection_id: id, ...registered } }, rows) => {
        if ((await rows.get(connections, id)) === undefined)
          rows.put(connections, {
            ...{ id, hooks: [], messages_per_second: null, pos: 0 },
            ...{ gateway_id: null, placement: 0, former_gateways: [] },
            ...registered,
            released: false,
            history_progress: null,
            history_messages: 0,
          })
      },
      ConnectionNumberLearned: (
        { data: { connection_id, phone_number, phone_number_digits } },
        rows,
      ) => change(rows, connection_id, { phone_number, phone_number_digits }),
      ConnectionStatusChanged: ({ data: { connection_id, status, reason } }, rows) =>
        change(rows, connection_id, {
          status,
          ...(reason === RELEASED && { released: true }),
        }),
      ConnectionCredentialsReplaced: ({ data: { connection_id, secret_refs, hooks } }, rows) =>
        change(rows, connection_id, { secret_refs, ...(hooks && { hooks }) }),
      ConnectionNoticed: null,
      ConnectionThroughputChanged: ({ data: { connection_id, messages_per_second } }, rows) =>
        change(rows, connection_id, { messages_per_second }),
      ConnectionMoved: ({ data }, rows) =>
        change(rows, data.connection_id, ({ former_gateways }) => ({
          gateway_id: data.gateway_id,
          placement: data.placement,
          former_gateways: formerAfterMove(former_gateways, data),
        })),
      FormerSessionEnded: ({ data: { connection_id, gateway_id } }, rows) =>
        change(rows, connection_id, ({ former_gateways }) => ({
          former_gateways: without(former_gateways, gateway_id),
        })),
      HistoryProgressed: ({ data }, rows) =>
        change(rows, data.connection_id, ({ history_progress }) => ({
          history_progress: progressed(history_progress, data),
        })),
      HistoryDeclined: ({ data: { connection_id, declined_at } }, rows) =>
        change(rows, connection_id, {
          history_progress: { phase: null, progress: null, completed_at: null, declined_at },
        }),
      BusinessProfileChanged: null,
    },
  })
}

function progressed(
  known: HistoryState | null,
  { phase, progress, progressed_at }: HistoryProgressed['data'],
): HistoryState {
  const completed_at = known?.completed_at ?? (progress === 100 ? progressed_at : null)
  return { phase, progress, completed_at, declined_at: null }
}
