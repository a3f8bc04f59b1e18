import { templateId } from '@recado/application/ids'
import { test } from 'tap'
import { post, sendingWorld, somePhone } from './sending-world.ts'

const world = await sendingWorld()

test('sends of templates', async (t) => {
  t.after(() => world.close())
  const { id, key } = await world.account()
  const waba_id = '2001'
  const connection = await world.connection(id, { waba_id })
  t.beforeEach(() => world.forget())

  const synced = async (name: string, provider_status: string, language = 'pt_BR') => {
    const template_id = templateId({ account_id: id, waba_id, name, language })
    const data = {
      ...{ template_id, waba_id, name, language, provider_status },
      provider_template_id: '800000001',
      category: 'UTILITY',
      parameter_format: 'POSITIONAL',
      components: [{ type: 'BODY', text: 'Olá {{1}}, seu pedido {{2}} está pronto.' }],
      variables: ['body.1', 'body.2'],
      rejected_reason: null,
      synced_at: new Date().toISOString(),
    }
    await world.append(id, `template-${template_id}`, [{ type: 'TemplateSynced', data }])
  }
  await synced('order_ready', 'APPROVED')
  await synced('spring_sale', 'PAUSED')

  const parameters = ['Ana', '#991'].map((text) => ({ type: 'text', text }))
  const components = [{ type: 'body', parameters }]
  const template = { name: 'order_ready', language: 'pt_BR', components }
  const send = (change: object, url = '/messages/template', headers = {}) =>
    post(
      world,
      key,
      url,
      { from: connection.id, to: somePhone(), template: { ...template, ...change } },
      headers,
    )

  t.test('Meta gets the language as an object, and the log keeps the filled-in text', async (t) => {
    const answer = await send({})
    t.match(answer, { status: 202, body: { data: { type: 'template', accepted: true } } })
    const [call] = await world.calls()
    t.match(JSON.parse(String(call?.body)), {
      type: 'template',
      template: { name: 'order_ready', language: { code: 'pt_BR' }, components },
    })
    const { rows } = await world.pool.query(
      'select * from messages where provider_message_id = $1',
      [answer.body.data.provider_message_id],
    )
    t.match(rows[0], { type: 'template', text: 'Olá Ana, seu pedido #991 está pronto.' })
    t.same(rows[0].content, template)
  })

  t.test('an unusable template is refused without asking the provider', async (t) => {
    const faults: [object, RegExp][] = [
      [{ name: 'nobody_knows' }, /template\.name.*there is no nobody_knows in pt_BR/],
      [{ language: 'en_US' }, /template\.name.*there is no order_ready in en_US/],
      [{ name: 'spring_sale' }, /template\.name.*spring_sale in pt_BR is PAUSED/],
      [{ components: [] }, /template\.components: body needs 2 parameters \(1, 2\), 0 sent/],
    ]
    for (const [change, message] of faults)
      t.match(await send(change), {
        status: 422,
        body: { error: { code: 'validation', message } },
      })
    t.same(await world.calls(), [])
  })

  t.test('a template of another connection is not found', async (t) => {
    const other = await world.connection(id, { waba_id: '3003' })
    const ask = { from: other.id, to: somePhone(), type: 'template', template }
    t.match(await post(world, key, '/messages', ask), {
      status: 422,
      body: { error: { message: /there is no order_ready/ } },
    })
  })

  t.test('a repeat is answered whatever happened to the template', async (t) => {
    const to = somePhone()
    const ask = { from: connection.id, to, template }
    const again = () =>
      post(world, key, '/messages/template', ask, { 'idempotency-key': `key-${to}` })
    const first = await again()
    const template_id = templateId({
      account_id: id,
      waba_id,
      name: 'order_ready',
      language: 'pt_BR',
    })
    const removed = { template_id, removed_at: new Date().toISOString() }
    await world.appendTo(id, `template-${template_id}`, 0n, [
      { type: 'TemplateRemoved', data: removed },
    ])
    const repeat = await again()
    t.match(repeat, { status: 202, headers: { 'idempotent-replayed': 'true' } })
    t.same(repeat.body, first.body)
    t.equal(first.status, 202)
    t.match(await send({}), { status: 422 })
  })
})
