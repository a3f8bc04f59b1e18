import { apiKey } from '@recado/domain/api-key/api-key'
import { revokeApiKey } from '@recado/domain/api-key/revoke-api-key'
import { test } from 'tap'
import { apiKeyIssued, apiKeyRevoked, keyId } from '../../examples/api-key.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(apiKey, revokeApiKey)
const revoke = { key_id: keyId, at: apiKeyRevoked.data.revoked_at }

test('a key is revoked', async () => {
  given(apiKeyIssued).when(revoke).appends(apiKeyRevoked)
})
test('a revoked key stays revoked', async () => {
  given(apiKeyIssued, apiKeyRevoked).when(revoke).appends()
})
test('a key nobody issued cannot be revoked', async () => {
  given().when(revoke).refuses('key_not_found')
})
