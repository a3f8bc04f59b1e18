import type { ApiKeyEvent, ApiKeyIssued } from '@recado/domain/api-key/events'
import { projection } from '../engine/projection.ts'
import { table } from '../engine/table.ts'

type ApiKeyRow = Omit<ApiKeyIssued['data'], 'key_id'> & {
  readonly id: string
  readonly issued_by_type: string
  readonly issued_by_id: string
  readonly revoked_at: string | null
}

const apiKeys = table<ApiKeyRow>({ name: 'api_keys' })

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
    ApiKeyRevoked: async ({ data }, rows) => {
      const row = await rows.get(apiKeys, data.key_id)
      if (row !== undefined) rows.put(apiKeys, { ...row, revoked_at: data.revoked_at })
    },
  },
})
