import type { Fact } from '@recado/domain/decision'
import { PROVIDERS } from '@recado/infra/providers/providers'
import { accountsProjection } from '@recado/projectors/read-models/accounts'
import { apiKeysProjection } from '@recado/projectors/read-models/api-keys'
import { connectionsProjection } from '@recado/projectors/read-models/connections'
import { type Test, test } from 'tap'
import { accountId, accountOpened, planChanged } from '../../examples/account.ts'
import { apiKeyIssued, apiKeyRevoked } from '../../examples/api-key.ts'
import {
  businessProfileChanged,
  connectionId,
  connectionNoticed,
  connectionNumberLearned,
  connectionRegistered,
  connectionStatusChanged,
  connectionThroughputChanged,
  freemiumId,
  freemiumRegistered,
} from '../../examples/connection.ts'
import { projecting, recorded } from '../../kit/projecting.ts'

async function openModels(t: Test) {
  const models = await projecting([
    accountsProjection,
    apiKeysProjection,
    connectionsProjection(PROVIDERS),
  ])
  t.teardown(() => models.close())
  return {
    given: (...facts: readonly Fact[]) =>
      models.given(...facts.map((fact) => recorded('any-stream', fact, { account_id: accountId }))),
    only: async (table: string) => (await models.query(`select * from ${table}`))[0],
    docs: async () =>
      (await models.query<{ doc: string }>('select doc from connections order by pos')).map(
        ({ doc }) => JSON.parse(doc),
      ),
  }
}

test('an account shows the plan it changed to', async (t) => {
  const { given, only } = await openModels(t)
  await given(accountOpened, planChanged)
  t.match(await only('accounts'), { id: accountId, name: 'Padaria Estrela', plan: 'agency' })
})

test('a key is found by its hash, and stays listed when revoked', async (t) => {
  const { given, only } = await openModels(t)
  await given(apiKeyIssued)
  t.match(await only('api_keys'), {
    account_id: accountId,
    scopes: ['read', 'write'],
    sha256: apiKeyIssued.data.sha256,
    revoked_at: null,
  })
  await given(apiKeyRevoked)
  t.match(await only('api_keys'), { revoked_at: apiKeyRevoked.data.revoked_at })
})

test('connections are listed in order of registration with their capabilities', async (t) => {
  const { given, docs } = await openModels(t)
  await given(freemiumRegistered, connectionRegistered)
  t.match(await docs(), [
    {
      id: freemiumId,
      type: 'freemium',
      status: 'pending',
      phone_number: null,
      phone_number_digits: null,
      capabilities: { provider: 'freemium', message_types: ['text'], actions: ['send'] },
    },
    {
      id: connectionId,
      status: 'connected',
      phone_number_digits: '5511987654321',
      capabilities: { provider: 'official_cloud_api' },
    },
  ])
})

test('a connection shows its newest status and the number it learned, never its credentials', async (t) => {
  const { given, docs } = await openModels(t)
  await given(connectionRegistered, freemiumRegistered)
  await given(
    connectionStatusChanged,
    connectionNumberLearned,
    connectionNoticed,
    connectionThroughputChanged,
    businessProfileChanged,
  )
  const [official, freemium] = await docs()
  t.equal(official.status, 'error')
  t.equal(freemium.phone_number_digits, '5521912345678')
  t.same(Object.keys(official), [
    'id',
    'type',
    'status',
    'phone_number',
    'phone_number_digits',
    'capabilities',
  ])
})
