import { randomUUID } from 'node:crypto'
import { test } from 'tap'
import { callsOf } from '../kit/provider-calls.ts'
import { addFreemium, addOfficial, issueKey, openTenant } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

const world = await startWorld()
test('the health of a number', async (t) => {
  t.teardown(() => world.stop())
  const { sim, connection } = world
  const path = `/connections/${connection.id}/health`
  const api = world.api()

  await t.test('is what the provider reports at this moment', async (t) => {
    await sim('DELETE', '/requests')
    const answer = await api.get(path)
    t.equal(answer.status, 200)
    t.strictSame(answer.body, {
      data: {
        connection_id: connection.id,
        display_phone_number: `+${connection.phone_number_digits}`,
        verified_name: 'Loja A',
        quality_rating: 'GREEN',
        platform_type: 'CLOUD_API',
        code_verification_status: 'VERIFIED',
        messaging_limit_tier: 'TIER_2K',
        throughput: { level: 'STANDARD' },
        health_status: {
          can_send_message: 'AVAILABLE',
          entities: [
            {
              entity_type: 'PHONE_NUMBER',
              id: connection.phone_number_id,
              can_send_message: 'AVAILABLE',
            },
            { entity_type: 'WABA', id: connection.waba_id, can_send_message: 'AVAILABLE' },
            { entity_type: 'BUSINESS', id: '10300001', can_send_message: 'AVAILABLE' },
            { entity_type: 'APP', id: '10400001', can_send_message: 'AVAILABLE' },
          ],
        },
      },
    })
    const [asked, ...more] = await callsOf(world)
    t.same(more, [])
    t.equal(asked?.method, 'GET')
    t.equal(asked?.headers.authorization, `Bearer ${connection.token}`)
    const url = new URL(asked?.url ?? '', 'http://graph')
    t.match(url.pathname, new RegExp(`^/v\\d+\\.0/${connection.phone_number_id}$`))
    t.equal(
      url.searchParams.get('fields'),
      'display_phone_number,verified_name,quality_rating,platform_type,code_verification_status,throughput,health_status,whatsapp_business_manager_messaging_limit,status,name_status',
    )
  })

  await t.test('passes on why sending is limited', async (t) => {
    const limited = {
      entity_type: 'WABA',
      id: connection.waba_id,
      can_send_message: 'LIMITED',
      additional_info: ['name under review'],
    }
    const health = { health_status: { can_send_message: 'LIMITED', entities: [limited] } }
    await sim('POST', '/numbers', { ...number(), health })
    const { body } = await api.get(path)
    t.match(body, { data: { health_status: { can_send_message: 'LIMITED', entities: [limited] } } })
    await sim('POST', '/numbers', number())
  })

  await t.test('is only available for official connections of the account', async (t) => {
    const product = world.product()
    const freemium = await addFreemium(product, world.tenant.id)
    const theirs = await addOfficial(product, (await openTenant(product)).id)
    t.match(await api.get(`/connections/${freemium.id}/health`), {
      status: 422,
      body: { error: { code: 'validation', message: /not official/ } },
    })
    for (const id of [theirs.id, randomUUID(), 'none'])
      t.match(await api.get(`/connections/${id}/health`), {
        status: 404,
        body: { error: { code: 'not_found' } },
      })
  })

  await t.test(
    'needs the read scope and the plan, before anything about the connection',
    async (t) => {
      const product = world.product()
      const basic = await openTenant(product, 'basic')
      const freemium = await addFreemium(product, basic.id)
      for (const id of [freemium.id, randomUUID()])
        t.match(await basic.api.get(`/connections/${id}/health`), {
          status: 403,
          body: { error: { code: 'upgrade_required' } },
        })
      const writer = product.api((await issueKey(product, basic.id, ['write'])).key)
      t.match(await writer.get(`/connections/${freemium.id}/health`), {
        status: 403,
        body: { error: { code: 'forbidden' } },
      })
      t.match(await product.api(null).get(path), { status: 401 })
      const agency = await openTenant(product, 'agency')
      const { id } = await addOfficial(product, agency.id)
      t.equal((await agency.api.get(`/connections/${id}/health`)).status, 200)
    },
  )

  const failures = [
    ['is down', { kind: 'error', code: 2 }],
    ['asks for patience', { kind: 'error', code: 80007 }],
    ['does not know the number', { kind: 'error', code: 100 }],
    ['answers nonsense', { kind: 'http', status: 200, body: '<html>' }],
    ['cuts the connection', { kind: 'reset' }],
    ['never answers', { kind: 'timeout' }],
  ] as const
  for (const [what, fault] of failures) {
    await t.test(`is answered 502 when the provider ${what}`, async (t) => {
      await sim('POST', '/faults', { ...fault, call: connection.phone_number_id })
      t.match(await api.get(path), {
        status: 502,
        body: { error: { code: 'provider_error', message: /provider/ } },
      })
      t.equal((await api.get(path)).status, 200, 'and works again afterwards')
    })
  }

  await t.test('never shows the token, even when the provider refuses it', async (t) => {
    await sim('POST', '/numbers', { ...number(), token: 'another' })
    const answer = await api.get(path)
    t.match(answer, { status: 502, body: { error: { code: 'provider_error' } } })
    t.notOk(JSON.stringify(answer.body).includes(connection.token))
    await sim('POST', '/numbers', number())
  })

  function number() {
    return { ...connection, display_phone_number: connection.phone_number_digits }
  }
})
