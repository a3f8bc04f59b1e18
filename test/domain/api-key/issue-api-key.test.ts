import { apiKey } from '@recado/domain/api-key/api-key'
import { issueApiKey } from '@recado/domain/api-key/issue-api-key'
import { test } from 'tap'
import { apiKeyIssued, apiKeyRevoked } from '../../examples/api-key.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(apiKey, issueApiKey)
const { issued_at: at, ...asked } = apiKeyIssued.data

test('a key is issued', async () => {
  given()
    .when({ ...asked, at })
    .appends(apiKeyIssued)
})
test('a key is issued once', async () => {
  given(apiKeyIssued)
    .when({ ...asked, at })
    .appends()
})
test('a revoked key is not issued again', async () => {
  given(apiKeyIssued, apiKeyRevoked)
    .when({ ...asked, at })
    .appends()
})
