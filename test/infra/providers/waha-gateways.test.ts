import type { GatewayCalls } from '@recado/infra/providers/gateway-calls'
import { closeProviders } from '@recado/infra/providers/providers'
import type { GatewayEntry } from '@recado/infra/registry-entries'
import { buildWahaSimulator } from '@recado/simulators/waha/waha-simulator'
import { type Test, test } from 'tap'
import { testProviders } from '../../kit/providers.ts'
import { pairedNumber } from './sends.ts'

const entry = (id: string, address: string): GatewayEntry => ({
  ...{ id, address, max_sessions: 9, secret_refs: { api_key: 'reference' } },
  ...{ status: 'answering', reason: null, status_since: null },
})

/** A gateway at a simulator whose key the vault has, unless it does not answer. */
async function registered(t: Test) {
  const vault = { works: true }
  const gateway = buildWahaSimulator({
    apiKey: 'key of reference',
    plain: true,
    sessions: [{ name: 'conn_1', status: 'WORKING', phone: '5521977776666', config: {} }],
  })
  const url = await gateway.listen({ port: 0, host: '127.0.0.1' })
  const entries = new Map([['g2', entry('g2', url)]])
  const get = async ({ reference }: { readonly reference: string }) => {
    if (!vault.works) throw new Error('the vault is away')
    return `key of ${reference}`
  }
  const providers = testProviders({}, { get }, entries)
  t.teardown(async () => {
    await closeProviders(providers)
    await gateway.close()
  })
  const control = (method: 'GET' | 'POST', path: string, payload?: object) =>
    gateway.inject({ method, url: `/_sim${path}`, ...(payload && { payload }) })
  const calls = async () =>
    ((await control('GET', '/requests')).json().data as { method: string; url: string }[]).map(
      ({ method, url: path }) => `${method} ${path}`,
    )
  const gateways = providers.get('freemium')?.gateways as GatewayCalls
  return { gateways, entries, vault, control, calls }
}

test('what a gateway answers is a sign of life, unless it is a fault', async (t) => {
  const { gateways, entries, vault, control } = await registered(t)
  t.same(gateways.ids(), ['g2'])
  t.equal(await gateways.probe('g2'), null)
  await control('POST', '/faults', { kind: 'http', status: 502, call: '/api/' })
  t.equal(await gateways.probe('g2'), 'failing')
  await control('POST', '/faults', { kind: 'http', status: 404, call: '/api/' })
  t.equal(await gateways.probe('g2'), null)
  await control('POST', '/faults', { kind: 'reset', call: '/api/' })
  t.equal(await gateways.probe('g2'), 'no_answer')
  vault.works = false
  await t.rejects(gateways.probe('g2'), /the vault is away/, 'which says nothing of the gateway')
  vault.works = true
  entries.set('g2', { ...entry('g2', entries.get('g2')?.address ?? ''), secret_refs: {} })
  t.equal(await gateways.probe('g2'), null, 'one that refuses our key answers')
  entries.set('g2', entry('g2', 'http://127.0.0.1:9'))
  t.equal(await gateways.probe('g2'), 'unreachable')
})

test('a session is logged out and deleted, and has ended when it is not there', async (t) => {
  const { gateways, control, calls } = await registered(t)
  const end = () => gateways.endSession(pairedNumber, 'g2')
  await control('POST', '/faults', { kind: 'http', status: 503, call: 'DELETE' })
  t.match(await end(), { kind: 'failed', error: { code: 'http_503' } })
  await control('POST', '/faults', { kind: 'http', status: 422, call: 'logout' })
  t.match(await end(), { kind: 'ok' }, 'a stopped session cannot be logged out')
  t.same((await control('GET', '/sessions')).json().data, [])
  const before = (await calls()).length
  t.match(await end(), { kind: 'ok' })
  t.same((await calls()).slice(before), ['POST /api/sessions/conn_1/logout'])
})
