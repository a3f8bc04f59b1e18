import { PROVIDER_NAMES } from '@recado/contract/connection'
import { CONNECTION_TYPES, kindOf, OFFERED_TYPES } from '@recado/contract/connection-kinds'
import { MESSAGE_TYPES } from '@recado/contract/send'
import { startMetrics } from '@recado/infra/metrics'
import { isServed } from '@recado/infra/providers/gateway-calls'
import { measureProviders } from '@recado/infra/providers/measured-providers'
import type { OpenProvider } from '@recado/infra/providers/provider'
import { closeProviders, PROVIDERS } from '@recado/infra/providers/providers'
import { test } from 'tap'
import { testProviders } from '../../kit/providers.ts'
import { pairedNumber, textMessage } from './sends.ts'

/** The actions an open provider supports, by their names in the contract. */
function abilities({ prepare, markRead, media }: OpenProvider): readonly string[] {
  return [
    ...(prepare === undefined ? [] : ['send']),
    ...(markRead === undefined ? [] : ['mark_read']),
    ...(media === undefined ? [] : ['media_upload', 'media_get', 'media_download', 'media_delete']),
  ]
}

test('each provider supports exactly the actions it reports', async (t) => {
  const providers = testProviders({ WAHA_URL: 'http://127.0.0.1:9' })
  t.teardown(() => closeProviders(providers))
  for (const [type, provider] of providers)
    t.same(abilities(provider), provider.capabilities.actions, type)
})

test('the contract lists exactly the existing providers, and every message type can be sent by one of them', async (t) => {
  const told = [...PROVIDERS.values()]
  t.same(told.map(({ type }) => type).sort(), [...CONNECTION_TYPES].sort())
  t.same(told.map(({ capabilities }) => capabilities.provider).sort(), [...PROVIDER_NAMES].sort())
  const sent = new Set(told.flatMap(({ capabilities }) => capabilities.message_types))
  t.same([...sent].sort(), [...MESSAGE_TYPES].sort())
})

test('the contract says of each type of connection what its provider can do', async (t) => {
  const providers = testProviders({ WAHA_URL: 'http://127.0.0.1:9' })
  t.teardown(() => closeProviders(providers))
  t.same([...OFFERED_TYPES].sort(), [...CONNECTION_TYPES].sort())
  for (const [type, { pairing, health, profile, templates, ...its }] of providers) {
    const { asks, needsPlan: _, simulator: __, ...said } = kindOf(type)
    const can = { isPaired: pairing, hasHealth: health, hasProfile: profile }
    const found = Object.entries(can).map(([name, ability]) => [name, ability !== undefined])
    t.same(said, { ...Object.fromEntries(found), setsHook: its.hook.speaksFor === 'app' }, type)
    t.equal(its.capabilities.message_types.includes('template'), templates !== undefined, type)
    const asked = { type, ...Object.fromEntries(asks.map(({ name }) => [name, '5511912345678'])) }
    t.ok(its.registration.safeParse(asked).success, `${type} needs no more than it asks for`)
    for (const { name } of asks) {
      const rest = Object.entries(asked).filter(([other]) => other !== name)
      t.notOk(
        its.registration.safeParse(Object.fromEntries(rest)).success,
        `${type} needs its ${name}`,
      )
    }
  }
})

test('a type that is not published is known by its capabilities alone', async (t) => {
  const { asks, ...said } = kindOf('loopback')
  t.same(asks, [])
  t.notOk(Object.values(said).includes(true))
})

test('a number whose gateway is not known is not served, and its calls call nobody', async (t) => {
  const providers = testProviders({})
  t.teardown(() => closeProviders(providers))
  const freemium = providers.get('freemium')
  t.same(freemium?.gateways?.ids(), [])
  t.equal(isServed(freemium?.gateways, pairedNumber), false)
  t.match(await freemium?.prepare?.(pairedNumber, textMessage, 0), { outcome: 'no_turn' })
  const failed = { kind: 'failed', error: { class: 'retry' } }
  t.match(await freemium?.readNumber?.(pairedNumber, ''), failed)
  t.match(await freemium?.pairing?.read(pairedNumber), { qr: null, reason: 'unreachable' })
  t.match(await freemium?.pairing?.act(pairedNumber, 'start'), failed)
  t.match(await freemium?.pairing?.requestCode(pairedNumber, '5511'), failed)
  t.match(await freemium?.gateways?.endSession(pairedNumber, null), failed)
  t.equal(await freemium?.gateways?.probe(null), 'unreachable')
  await t.rejects(async () => freemium?.ensureSession?.(pairedNumber), /not known here/)
  t.same(freemium?.capabilities.actions, ['send'], 'the capability of such numbers with a gateway')
})

test("calls are measured by outcome, without changing the provider's actions", async (t) => {
  const { registry } = startMetrics()
  const opened = testProviders({ WAHA_URL: 'http://127.0.0.1:9' })
  const named = { code: 1, title: 'No', details: null }
  const official = opened.get('official')
  if (official === undefined) throw new Error('there is no official provider')
  const answers = ['invalid', 'throttle', 'of a later release'].map((its) => ({
    ...{ kind: 'refused' as const, error: { ...named, class: its } },
  }))
  const health = async () => answers.shift() ?? Promise.reject(new Error('a fault'))
  const providers = measureProviders(
    new Map([...opened, ['official', { ...official, health }]]),
    registry,
  )
  t.teardown(() => closeProviders(providers))
  for (const [type, provider] of providers)
    t.same(abilities(provider), provider.capabilities.actions, type)
  const asked = () => providers.get('official')?.health?.({} as never) ?? Promise.resolve(null)
  for (let call = 0; call < 3; call++) t.match(await asked(), { kind: 'refused' })
  await t.rejects(asked(), /a fault/)
  const text = await registry.metrics()
  for (const outcome of ['invalid', 'throttle', 'other', 'thrown'])
    t.match(
      text,
      new RegExp(`_count\\{provider="official",call="health",outcome="${outcome}"\\} 1\\n`),
    )
})
