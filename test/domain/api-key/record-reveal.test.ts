import { apiKey } from '@recado/domain/api-key/api-key'
import { recordReveal } from '@recado/domain/api-key/record-reveal'
import { test } from 'tap'
import { apiKeyIssued, apiKeyRevealed, apiKeyRevoked, keyId } from '../../examples/api-key.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(apiKey, recordReveal)
const { user_id, revealed_at: at } = apiKeyRevealed.data
const look = { key_id: keyId, user_id, at }

test('each reveal of a key is recorded', async () => {
  given(apiKeyIssued).when(look).appends(apiKeyRevealed)
  given(apiKeyIssued, apiKeyRevealed).when(look).appends(apiKeyRevealed)
})
test('a revoked key is not revealed', async () => {
  given(apiKeyIssued, apiKeyRevoked).when(look).refuses('key_not_found')
})
test('a key nobody issued cannot be revealed', async () => {
  given().when(look).refuses('key_not_found')
})
