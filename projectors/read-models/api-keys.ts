import type { ApiKeyEvent, ApiKeyIssued } from '@recado/domain/api-key/events'
import { projection } from '../engine/projection.ts'
import { rowChanger } from '../engine/row-changer.ts'
import { table } from '../engine/table.ts'

type ApiKeyRow = Omit<ApiKeyIssued['data'], 'key_id'> & {
  readonly id: string
  readonly issued_by_type: string
  readonly issued_by_id: string
  readonly revoked_at: string | null
}

const apiKeys = table<ApiKeyRow>({ name: 'api_keys' })

const change = rowChanger(apiKeys)

export const apiKeysProjection = projection<ApiKeyEvent>({
  name: 'api_keys',
  tables: [apiKeys],
  ddl: new URL('./api-keys.sql', import.meta.url),
  on: {
    ApiKeyIssued: async ({ data: { key_id: id, ...issued }, metadata: { actor } }, rows) => {
      const by = { issued_by_type: actor.type, issued_by_id: actor.id }
      if ((await rows.get(apiKeys, id)) === undefined)
        rows.put(apiKeys, { id, ...issued, ...by, revoked_at: null })
    },
    ApiKeyRevealed: null,
    ApiKeyRevoked: ({ data }, rows) => change(rows, data.key_id, { revoked_at: data.revoked_at }),
  },
})
