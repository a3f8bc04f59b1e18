import { CONNECTION_TYPES, PROVIDER_NAMES } from '@recado/contract/connection'
import { MESSAGE_TYPES } from '@recado/contract/send'
import type { OpenProvider } from '@recado/infra/providers/provider'
import { closeProviders, PROVIDERS } from '@recado/infra/providers/providers'
import { test } from 'tap'
import { testProviders } from '../../kit/providers.ts'

/** What an open provider can do, by the names that clients know. */
function abilities({ prepare, markRead, media }: OpenProvider): readonly string[] {
  return [
    ...(prepare === undefined ? [] : ['send']),
    ...(markRead === undefined ? [] : ['mark_read']),
    ...(media === undefined ? [] : ['media_upload', 'media_get', 'media_download', 'media_delete']),
  ]
}

test('each provider does what it tells clients, and nothing else', async (t) => {
  const providers = testProviders({ WAHA_URL: 'http://127.0.0.1:9' })
  t.teardown(() => closeProviders(providers))
  for (const [type, provider] of providers)
    t.same(abilities(provider), provider.capabilities.actions, type)
})

test('clients are told of exactly the providers there are, and can send everything that the contract takes', async (t) => {
  const told = [...PROVIDERS.values()]
  t.same(told.map(({ type }) => type).sort(), [...CONNECTION_TYPES].sort())
  t.same(told.map(({ capabilities }) => capabilities.provider).sort(), [...PROVIDER_NAMES].sort())
  const sent = new Set(told.flatMap(({ capabilities }) => capabilities.message_types))
  t.same([...sent].sort(), [...MESSAGE_TYPES].sort())
})

test('without a gateway there is nothing to ask of its numbers', async (t) => {
  const providers = testProviders({})
  t.teardown(() => closeProviders(providers))
  const freemium = providers.get('freemium')
  for (const call of [freemium?.prepare, freemium?.readNumber, freemium?.ensureSession])
    t.equal(call, undefined)
  t.same(freemium?.capabilities.actions, ['send'], 'which is what such numbers can do elsewhere')
})
