import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Translation } from '@recado/contract/dashboard/translation'
import type { WebhookDeliveryDetail } from '@recado/contract/webhook-delivery'
import type { Locator } from 'playwright-core'
import { test } from 'tap'
import { enter, inaccessible, ROW } from '../kit/chromium.ts'
import { invited } from '../kit/dashboard.ts'
import { eventually } from '../kit/eventually.ts'
import { inBrowser } from '../kit/in-browser.ts'

type Sent = {
  data: { text: string; status: string; conversation_id: string; message_id: string }[]
}

/** The sentences of a rule and of a kind of failure, as the API has them. */
const FAILED = [
  'No attempt to post to your endpoint succeeded, and none is left.',
  'Nothing accepts connections at the address and port of your endpoint.',
] as const

const LISTS = [
  ...['/messages', '/deliveries', '/contacts', '/conversations'],
  '/live?type=MessageReceived',
]

// Reads wait long enough for the read models: a 503 would be an error on the console.
const settings = { READ_YOUR_WRITES_MS: '30000' }
await inBrowser({ settings, isSteered: true }, ({ world, origin, newWindow, signedIn, faults }) => {
  const firstId = async (path: string, field = 'id') =>
    (await world.api().get<{ data: Record<string, string>[] }>(path)).body.data[0]?.[field]
  const outbound = async () =>
    (await world.api().get<Sent>('/messages?direction=outbound&limit=50')).body.data

  test('a simulated message links to its trace, and the trace to the raw bytes', async (t) => {
    const opened = await signedIn(t)
    await opened.goto(`${origin}/dashboard/try`)
    await opened.getByRole('button', { name: 'Write', exact: true }).click()
    await opened.locator('.subject', { hasText: 'Hello!' }).waitFor()
    await opened.locator('.step.whatsapp a[href*="/raw/"]').first().click()
    await opened.locator('.status', { hasText: 'Valid' }).waitFor()
    await opened.locator('.notice.good').waitFor()
    t.ok((await opened.locator('.thirds article').count()) > 3)
    const fact = opened.locator('.thirds article', { hasText: 'A person wrote: “Hello!”' })
    await fact.getByText('MessageReceived').waitFor()
    await fact.getByText('Details').click()
    t.match(JSON.parse((await fact.locator('pre').textContent()) ?? ''), {
      intent: { text: 'Hello!' },
    })
    await fact.getByRole('link', { name: /^Position / }).click()
    await opened.locator('.said', { hasText: 'A person wrote: “Hello!”' }).waitFor()
  })

  test('differences are marked where they are, and an invalid signature is shown', async (t) => {
    const opened = await signedIn(t)
    await opened.route(/translation/, async (route) => {
      const response = await route.fetch()
      const { data } = (await response.json()) as { data: Translation }
      const fact = data.recorded.find(({ type }) => type === 'MessageReceived')
      const [event_id = '', intent = 0] = [fact?.event_id, fact?.intent]
      const said = { verdict: 'difference', what: 'fact_changed', detail: 'text' } as const
      const differences = [{ ...said, intent, event_id }]
      const proof = { signature_valid: false, signature_reason: 'signature_wrong' }
      await route.fulfill({ response, json: { data: { ...data, ...proof, differences } } })
    })
    await opened.goto(`${origin}/dashboard/raw/${await firstId('/webhook-events?event=messages')}`)
    await opened.locator('.status.bad', { hasText: 'Invalid' }).waitFor()
    const marked = opened.locator('.thirds article.reason')
    await marked.nth(1).waitFor()
    t.equal(await marked.count(), 2, 'the intent and the fact')
    await opened.locator('.notice.bad a').click()
    t.match(opened.url(), /#[0-9a-f-]{36}$/)
    t.same(await inaccessible(opened), [])
  })

  test('an id is copied by the keyboard, and the copy is confirmed', async (t) => {
    const opened = await signedIn(t, { permissions: ['clipboard-read', 'clipboard-write'] })
    const read = () => opened.evaluate('navigator.clipboard.readText()')
    const [message, connection] = [await firstId('/messages', 'message_id'), world.connection.id]
    for (const [path, id] of [
      [`/messages/${message}`, message],
      [`/connections/${connection}`, connection],
    ]) {
      await opened.goto(`${origin}/dashboard${path}`)
      await opened.getByRole('button', { name: 'Copy: ID', exact: true }).focus()
      const said = opened.locator('.copy-id [role=status]', { hasText: 'Copied' })
      await copied(said, () => opened.keyboard.press('Enter'))
      t.equal(await read(), id)
    }
  })

  test("Meta's states of a number are explained in words, and an unknown state is shown as it is", async (t) => {
    const held = { entity_type: 'WABA', can_send_message: 'LIMITED' }
    const entities = [{ ...held, additional_info: ['Confirm your business.'] }]
    const health_status = { can_send_message: 'LIMITED', entities }
    const health = { health_status, quality_rating: 'GREEN', throughput: { level: 'SOMETIMES' } }
    const { phone_number_digits: display_phone_number } = world.connection
    await world.sim('POST', '/numbers', { ...world.connection, display_phone_number, health })
    const opened = await signedIn(t)
    await opened.goto(`${origin}/dashboard/connections/${world.connection.id}`)
    const told = opened.locator('.card', { hasText: 'Health' })
    for (const said of [
      'With limits LIMITED',
      'High GREEN',
      /2,000 new conversations .* TIER_2K/,
      'SOMETIMES',
    ])
      await told.locator('dd', { hasText: said }).waitFor()
    await told.getByText('Business account WABA: Confirm your business.').waitFor()
    await opened.waitForSelector('.loading', { state: 'detached' })
    t.same(await inaccessible(opened), [])
  })

  test('a reply is sent once, however often the form is submitted, and can be traced', async (t) => {
    const opened = await signedIn(t)
    await opened.goto(`${origin}/dashboard/conversations`)
    await opened.locator('tbody a').first().click()
    await opened.fill('textarea', 'Tudo bem, e você?')
    await opened.evaluate(`{
      const form = document.querySelector('textarea').form
      form.requestSubmit()
      form.requestSubmit()
    }`)
    const bubble = opened.locator('.bubble.outbound', { hasText: 'Tudo bem, e você?' })
    await bubble.locator('.status', { hasText: /Delivered|Read/ }).waitFor()
    t.equal((await outbound()).filter(({ text }) => text === 'Tudo bem, e você?').length, 1)
    await bubble.locator('a').click()
    await opened.locator('.subject', { hasText: 'Tudo bem, e você?' }).waitFor()
  })

  test('the curl command of a trace repeats the request exactly', async (t) => {
    const said = `D'água "boa" $HOME \\ 🎂`
    const [talk] = (await outbound()).map(({ conversation_id }) => conversation_id)
    await world.api().post('/messages', { conversation_id: talk, text: said })
    const named = async () => (await outbound()).filter(({ text }) => text === said)
    const [sent] = await eventually(async () => {
      const all = await named()
      return all.length > 0 && all
    })
    const opened = await signedIn(t, { permissions: ['clipboard-read', 'clipboard-write'] })
    await opened.goto(`${origin}/dashboard/messages/${sent?.message_id}`)
    const copy = opened.getByRole('button', { name: 'Copy as curl' })
    await copied(opened.getByRole('button', { name: 'Copied' }), () => copy.click())
    const command = String(await opened.evaluate('navigator.clipboard.readText()'))
    const again = async () => {
      const { url, headers, body } = await asTheShellReads(command, world.tenant.key)
      return (await fetch(url, { method: 'POST', headers, body })).ok
    }
    t.same([await again(), await again()], [true, true])
    await eventually(async () => (await named()).length === 2)
  })

  test('a long conversation scrolls by itself, and the page ends where its content does', async (t) => {
    const words = 'Um recado comprido. '.repeat(20)
    for (let n = 0; n < 8; n++) await world.userWrites('5531987654321', `${n} ${words}`)
    const [talk] = (await outbound()).map(({ conversation_id }) => conversation_id)
    const opened = await signedIn(t)
    await opened.goto(`${origin}/dashboard/conversations/${talk}`)
    await opened.locator('.bubble', { hasText: '7 Um recado' }).waitFor()
    const beyond = `document.documentElement.scrollHeight - document.querySelector('.shell').offsetHeight`
    t.equal(await opened.evaluate(beyond), 0)
  })

  test('messages are filtered by connection, and each delivery links to its message', async (t) => {
    const connection_id = world.connection.id
    await world.api().put('/webhooks', { connection_id, url: world.customer.url })
    await world.userWrites('5531987654321', 'De que número?')
    const opened = await signedIn(t)
    await opened.goto(`${origin}/dashboard/messages`)
    await opened.getByLabel('Number').selectOption(connection_id)
    await opened.waitForURL(/\?connection_id=/)
    await opened.getByRole('link', { name: 'De que número?' }).waitFor()
    await opened.goto(`${origin}/dashboard/deliveries?event=whatsapp.message.received`)
    await opened.locator('tbody a').first().click()
    await opened.getByRole('link', { name: 'View the message' }).click()
    await opened.locator('.step.whatsapp').first().waitFor()
  })

  for (const [locale, sentence] of [
    ['en-US', 'Nothing accepts connections at the address and port of your endpoint.'],
    ['pt-BR', 'Nada aceita conexões no endereço e na porta do seu endpoint.'],
  ] as const)
    test(`a failed delivery says why, and what each attempt met, in ${locale}`, async (t) => {
      const opened = await signedIn(t, { locale, viewport: { width: 390, height: 844 } })
      const error = 'connect ECONNREFUSED 203.0.113.9:443'
      const failed = { failure: 'connection_refused', sentence: FAILED[1] }
      await opened.route(/deliveries\/[0-9a-f-]{36}$/, async (route) => {
        if (route.request().resourceType() === 'document') return route.continue()
        const response = await route.fetch()
        const { data } = (await response.json()) as { data: WebhookDeliveryDetail }
        const why = {
          rule: 'webhook_exhausted',
          says: error,
          ...failed,
          sentence: FAILED.join(' '),
        }
        const attempt = { ...data.attempt_log[0], http_status: null, error, ...failed }
        await route.fulfill({ response, json: { data: { ...data, why, attempt_log: [attempt] } } })
      })
      await opened.goto(`${origin}/dashboard/deliveries/${await firstId('/webhooks/deliveries')}`)
      await opened.locator('.notice.warn', { hasText: sentence }).getByText(error).waitFor()
      await opened.locator('tbody td', { hasText: sentence }).getByText(error).waitFor()
      t.same(await inaccessible(opened), [])
      t.notOk(await opened.evaluate('document.documentElement.scrollWidth > innerWidth'))
    })

  test('content appears where its placeholder was', async (t) => {
    const opened = await signedIn(t)
    const lists = /v1\/(messages|webhooks\/deliveries|contacts|conversations|facts)\?/
    for (const width of [1440, 390])
      for (const path of LISTS) {
        await opened.setViewportSize({ width, height: 844 })
        let go = () => {}
        const gone = new Promise<void>((resolve) => {
          go = resolve
        })
        await opened.route(lists, async (route) => {
          await gone
          await route.continue()
        })
        await opened.goto(`${origin}/dashboard${path}`)
        const row = path.startsWith('/live') ? '.fact-list > li' : 'tbody tr'
        const before = await opened.locator(`.loading ${row}`).first().boundingBox()
        go()
        await opened.waitForSelector('.loading', { state: 'detached' })
        const after = await opened.locator(row).first().boundingBox()
        const moved = Math.abs((after?.y ?? 0) - (before?.y ?? 99))
        const grown = Math.abs((after?.height ?? 0) - (before?.height ?? 99))
        t.ok(moved <= 2 && grown <= 2, `${path}, ${width}: ${moved} lower, ${grown} higher`)
        await opened.unroute(lists)
      }
  })

  test('messages are found by the text of their error', async (t) => {
    const path = '/messages?status=failed'
    await world.sim('POST', '/faults', { count: 1, kind: 'error', code: 131026 })
    const [talk] = (await outbound()).map(({ conversation_id }) => conversation_id)
    await world.api().post('/messages', { conversation_id: talk, text: 'Não chega' })
    await eventually(async () => (await world.api().get<Sent>(path)).body.data.length > 0)
    const opened = await signedIn(t)
    await opened.goto(`${origin}/dashboard/messages`)
    for (const [words, isFound] of [
      ['131026', true],
      ['UNDELIV', true],
      ['131047', false],
    ] as const) {
      await opened.getByLabel('Error').fill(words)
      await opened.keyboard.press('Enter')
      await opened.waitForURL(`**/messages?error=${words}`)
      await opened
        .locator(isFound ? ROW : '.empty')
        .first()
        .waitFor()
      t.equal(await opened.locator(ROW).count(), isFound ? 1 : 0, words)
    }
  })

  test('a failed part of a page shows its error, and can be loaded again', async (t) => {
    const opened = await newWindow(t)
    const token = await invited(world.product(), world.tenant.id, 'falha@loja.example')
    await enter(opened, origin, token)
    await opened.route(/v1\/system/, (route) => route.fulfill({ status: 500, body: '{}' }))
    await opened.goto(`${origin}/dashboard`)
    const card = opened.locator('.card', { hasText: 'Needs attention' })
    await card.getByRole('alert').waitFor()
    const again = card.getByRole('button', { name: 'Try again' })
    await Promise.all([opened.waitForRequest(/v1\/system/), again.click()])
    await opened.unroute(/v1\/system/)
    // The page may load the part by itself before the click; then the button is gone.
    await again.click({ timeout: 1_000 }).catch(() => undefined)
    await card.getByRole('alert').waitFor({ state: 'detached' })
  })

  test('a page says that tables are being filled, how long a limit lasts, and loads by itself', async (t) => {
    const opened = await newWindow(t)
    const token = await invited(world.product(), world.tenant.id, 'enche@loja.example')
    await enter(opened, origin, token)
    const refusals = [
      { status: 503, code: 'unavailable', filling: { percent: 40, seconds_left: 150 } },
      { status: 429, code: 'rate_limited', headers: { 'retry-after': '21' } },
    ]
    for (const [n, says] of [
      '40 %, about 3 minutes left',
      'Too many attempts. Try again in 21 seconds.',
    ].entries()) {
      const { status = 0, headers = {}, ...error } = refusals[n] ?? {}
      await opened.route(/v1\/messages/, (route) =>
        route.fulfill({ status, headers, json: { error: { ...error, message: 'no' } } }),
      )
      await opened.goto(`${origin}/dashboard/messages`)
      await opened.getByText(says).waitFor()
      t.same(await inaccessible(opened), [])
      await opened.unroute(/v1\/messages/)
      // The page may load the list by itself before the click; then the button is gone.
      const again = opened.getByRole('button', { name: 'Try again' })
      if (status === 429) await again.click({ timeout: 1_000 }).catch(() => undefined)
      await opened.locator(`${ROW}, .empty:not([role])`).first().waitFor()
    }
  })

  test('where the 24-hour window is closed, a template is sent', async (t) => {
    const timestamp = String(Math.floor(Date.now() / 1000) - 30 * 3600)
    const wamid = await world.userWrites('5521999990000', 'Ainda aí?', { timestamp })
    const path = `/messages?provider_message_id=${encodeURIComponent(wamid)}`
    const talk = await eventually(async () => (await world.api().get<Sent>(path)).body.data[0])
    await eventually(async () => {
      const { body } = await world.api().get<{ data: object[] }>('/templates?status=approved')
      return body.data.length > 1
    })
    const opened = await signedIn(t)
    await opened.goto(`${origin}/dashboard/conversations/${talk.conversation_id}`)
    await opened
      .getByLabel('Template', { exact: true })
      .selectOption({ label: 'order_ready (pt_BR)' })
    await opened.getByText('For example: 991').waitFor()
    await opened.getByLabel('Body, {{1}}').fill('Ana')
    await opened.getByLabel('Body, {{2}}').fill('991')
    await opened.getByText('Olá Ana, seu pedido 991 está pronto.').waitFor()
    t.same(await inaccessible(opened), [])
    await opened.getByRole('button', { name: 'Send template' }).click()
    await opened.locator('.bubble.outbound', { hasText: 'Olá Ana, seu pedido 991' }).waitFor()
    t.equal(await opened.locator('textarea').count(), 0)
  })

  test('every page with content is accessible', async (t) => {
    // The soak checks every page in all eight combinations of theme, size and language.
    const viewport = { width: 1440, height: 900 }
    const opened = await signedIn(t, { colorScheme: 'light', viewport })
    for (const path of await places()) {
      await opened.goto(`${origin}/dashboard${path}`)
      await opened.waitForSelector('.shell h1')
      await opened.waitForSelector('.loading', { state: 'detached' })
      t.same(await inaccessible(opened), [], path)
      const wide = await opened.evaluate('document.documentElement.scrollWidth')
      t.ok(Number(wide) <= viewport.width, `${path} is ${wide} wide`)
    }
  })

  /** A page of each kind, with content. */
  const places = async () => {
    const [talk, person, event] = [
      await firstId('/conversations'),
      await firstId('/contacts'),
      await firstId('/webhook-events'),
    ]
    return [
      ...['/try', '/conversations', `/conversations/${talk}`],
      ...[
        `/connections/${world.connection.id}`,
        `/messages/${await firstId('/messages', 'message_id')}`,
      ],
      ...['/contacts', `/contacts/${person}`, '/raw', `/raw/${event}`],
    ]
  }

  test('no page logged an error, broke its content security policy, or called another host', async (t) => {
    t.same(faults(), [])
  })
})

/** Copies until the confirmation is seen: it is shown for a moment only, which may pass between two looks at it. */
async function copied(said: Locator, copy: () => Promise<void>): Promise<void> {
  await eventually(async () => {
    await Promise.all([said.waitFor({ timeout: 1_000 }), copy()])
    return true
  })
}

/** The request that the command would make with curl, after parsing by a shell. */
async function asTheShellReads(command: string, key: string) {
  const script = `curl() { for word; do printf '%s\\0' "$word"; done; }; ${command}`
  const env = { RECADO_API_KEY: key, HOME: '/' }
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', script], { env })
  const [url = '', ...words] = stdout.split('\0').slice(0, -1)
  const after = (flag: string) => words.filter((_, n) => words[n - 1] === flag)
  const headers = after('-H').map((one): [string, string] => {
    const [name = '', value = ''] = one.split(/: (.*)/)
    return [name, value]
  })
  return { url, headers, body: after('-d')[0] ?? '' }
}
