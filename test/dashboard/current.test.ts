import { randomUUID } from 'node:crypto'
import type { BrowserContextOptions, Page, Route } from 'playwright-core'
import { type Test, test } from 'tap'
import { enter, openSearch, ROW } from '../kit/chromium.ts'
import { invited, PASSWORD } from '../kit/dashboard.ts'
import { eventually } from '../kit/eventually.ts'
import { inBrowser, type Site } from '../kit/in-browser.ts'

await inBrowser({ settings: { READ_YOUR_WRITES_MS: '30000' } }, stayingCurrent)

const AS_OF = 'x-min-event-position'

/** What pages show is what there is: the newest, all of it, and nothing that somebody else has changed meanwhile. */
async function stayingCurrent({ world, origin, newWindow }: Site): Promise<void> {
  const connection_id = world.connection.id
  const webhookPage = `${origin}/dashboard/webhooks/${connection_id}`
  const first = async (path: string) =>
    (await world.api().get<{ data: { id: string }[] }>(path)).body.data[0]?.id
  const signedIn = async (t: Test, options: BrowserContextOptions = {}, init = '') => {
    const opened = await newWindow(t, options)
    await opened.addInitScript(init)
    const email = `${randomUUID()}@loja.example`
    await enter(opened, origin, await invited(world.product(), world.tenant.id, email))
    return { opened, email }
  }
  const isLive = (opened: Page) => opened.locator('.side .lamp.live').waitFor()
  const through = (opened: Page, page: string) =>
    opened.locator(`nav a[href="/dashboard/${page}"]`).click()
  /** Holds requests until they are let go. */
  const gate = () => {
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    return { open: () => open(), opened }
  }
  /** Answers a list with so many copies of what it has. */
  const manyOf = (count: number, made: (n: number) => object) => async (route: Route) => {
    const { searchParams: query } = new URL(route.request().url())
    const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))]
    const all = Array.from({ length: count }, (_, n) => made(n))
    const json = { data: all.slice(offset, offset + limit), pagination: { total: count } }
    await route.fulfill({ json })
  }

  await world.userWrites('5531977776666', 'Oi!')
  await world.userWrites('5521988887777', 'Olá!')
  await eventually(() => first('/conversations'))
  const talk = `/conversations/${await first('/conversations')}`
  await world.api().put('/webhooks', { connection_id, url: world.customer.url })

  test('a read that was on its way before a write does not make the page forget that', async (t) => {
    const { opened } = await signedIn(t)
    await opened.goto(`${origin}/dashboard${talk}`)
    await opened.locator('textarea').waitFor()
    const late = gate()
    await opened.route(/v1\/contacts\?/, async (route) => {
      const response = await route.fetch()
      await late.opened
      await route.fulfill({ response })
    })
    await Promise.all([opened.waitForRequest(/v1\/contacts\?/), through(opened, 'contacts')])
    await opened.goBack()
    await opened.locator('textarea').waitFor()
    let position: string | undefined
    await opened.route(/v1\/messages$/, async (route) => {
      const headers = { ...route.request().headers(), 'sec-fetch-site': 'same-origin' }
      const response = await route.fetch({ headers })
      position = response.headers()['x-event-position']
      const told = { ...response.headers(), 'x-read-consistency': 'pending' }
      await route.fulfill({ response, headers: told })
    })
    // What is asked for as of the write is not answered, so that nothing proves it.
    await opened.route(/v1\/(conversations|messages|connections)[/?]/, (route) =>
      route.request().headers()[AS_OF] === undefined ? route.continue() : undefined,
    )
    await opened.fill('textarea', 'Já vou')
    await opened.keyboard.press('Control+Enter')
    await eventually(async () => (await opened.locator('textarea').inputValue()) === '')
    const answered = opened.waitForResponse(/v1\/contacts\?/)
    late.open()
    await (await answered).finished()
    const asked = opened.waitForRequest(/v1\/users/)
    await through(opened, 'users')
    t.equal((await asked).headers()[AS_OF], position)
    t.match(position, /^\d+$/)
  })

  test('the lamp is green only while something is received', async (t) => {
    const { opened, email } = await signedIn(t)
    await opened.goto(`${origin}/dashboard/live`)
    await isLive(opened)
    await opened.route('**/dashboard/v1/live*', () => undefined)
    await opened.getByLabel('Number', { exact: true }).selectOption(connection_id)
    await opened.locator('.side .lamp.connecting').waitFor()
    await opened.getByRole('button', { name: 'Sign out', exact: true }).click()
    await opened.fill('input[type=email]', email)
    await opened.fill('input[type=password]', PASSWORD)
    await opened.keyboard.press('Enter')
    await opened.locator('.side .lamp.connecting').waitFor()
  })

  test('after a gap what is shown is read as of its end', async (t) => {
    const { opened } = await signedIn(t)
    const { headers } = await world
      .api()
      .patch(`/contacts/${await first('/contacts')}`, { name: 'Ana Lima' })
    const to = String(headers['x-event-position'])
    const gap = `id: ${to}\nevent: gap\ndata: ${JSON.stringify({ from: '1', to })}\n\n`
    await opened.route('**/dashboard/v1/live*', (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: `retry: 2000\n\n${gap}` }),
    )
    const asked = opened.waitForRequest(
      (request) => /v1\/contacts\?/.test(request.url()) && request.headers()[AS_OF] === to,
    )
    await opened.goto(`${origin}/dashboard/contacts`)
    t.ok(await asked)
  })

  test('every message of a conversation can be reached, and every number named', async (t) => {
    const { opened } = await signedIn(t)
    const { data } = (await world.api().get<{ data: object[] }>('/messages')).body
    const messages = manyOf(450, (n) => ({
      ...data[0],
      id: n,
      message_id: idOf(n),
      text: `Nº ${n}.`,
    }))
    await opened.route(/v1\/messages\?conversation_id=/, messages)
    await opened.goto(`${origin}/dashboard${talk}`)
    const bubbles = opened.locator('.bubble')
    for (let shown = 50; shown < 450; shown += 50) {
      await eventually(async () => (await bubbles.count()) === shown)
      await opened.getByRole('button', { name: 'Earlier messages' }).press('Enter')
    }
    await opened.locator('.bubble', { hasText: 'Nº 449.' }).waitFor()
    t.equal(await bubbles.count(), 450)
    t.equal(await opened.getByRole('button', { name: 'Earlier messages' }).count(), 0)

    const own = (await world.api().get<{ data: object[] }>('/connections')).body.data[0]
    const numbers = manyOf(250, (n) => ({
      ...own,
      id: idOf(n),
      phone_number: `+5511${10_000_000 + n}`,
    }))
    await opened.route(/v1\/connections\?/, numbers)
    await opened.goto(`${origin}/dashboard/messages`)
    const options = opened.getByLabel('Number').locator('option')
    await eventually(async () => (await options.count()) === 251)
    await through(opened, 'connections')
    await opened.getByText('50 / 250 numbers').waitFor()
    await through(opened, 'webhooks')
    await opened.getByText('50 / 250 numbers').waitFor()
    await opened.locator('nav a[href="/dashboard"]').click()
    await opened.getByRole('link', { name: 'See all 250 numbers' }).waitFor()
  })

  test('what is typed while a webhook is saved stays', async (t) => {
    const { opened } = await signedIn(t)
    await opened.goto(webhookPage)
    await isLive(opened)
    const late = gate()
    await opened.route(/v1\/webhooks$/, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      const headers = { ...route.request().headers(), 'sec-fetch-site': 'same-origin' }
      const response = await route.fetch({ headers })
      await late.opened
      await route.fulfill({ response })
    })
    const names = opened.getByLabel('Events by the provider')
    await names.fill('account_update')
    const read = opened.waitForResponse(/v1\/webhooks\?connection_id=/)
    await opened.getByRole('button', { name: 'Save' }).press('Enter')
    await names.fill('account_update, flows')
    late.open()
    await (await read).finished()
    await opened.locator('form:not(:has([aria-disabled=true]))').first().waitFor()
    t.equal(await names.inputValue(), 'account_update, flows')
  })

  test('a new secret undoes nothing that a colleague has changed, and says so', async (t) => {
    const { opened } = await signedIn(t)
    await opened.goto(webhookPage)
    await opened.getByRole('button', { name: 'Replace' }).click()
    const url = `${world.customer.url}/other`
    await world.api().put('/webhooks', { connection_id, url })
    await opened.locator('dialog button.primary').click()
    await opened.getByText('Somebody else changed this').waitFor()
    type Webhooks = { data: { url: string }[] }
    t.equal((await world.api().get<Webhooks>('/webhooks')).body.data[0]?.url, url)
  })

  test('the page of a contact that was merged follows the one it lives on in', async (t) => {
    const { opened } = await signedIn(t, {}, 'window.setInterval = () => 0')
    const [merged = '', other = ''] = (
      await world.api().get<{ data: { id: string }[] }>('/contacts')
    ).body.data.map(({ id }) => id)
    await opened.route(new RegExp(`v1/contacts/${merged}$`), async (route) => {
      const url = route.request().url().replace(merged, other)
      await route.fulfill({ response: await route.fetch({ url }) })
    })
    await world.api().patch(`/contacts/${other}`, { name: 'Vive ali' })
    await opened.goto(`${origin}/dashboard/contacts/${merged}`)
    // The page knows whose facts to follow once it shows the contact.
    await opened.locator('h1', { hasText: 'Vive ali' }).waitFor()
    await isLive(opened)
    await world.api().patch(`/contacts/${other}`, { name: 'Vive aqui' })
    await opened.locator('h1', { hasText: 'Vive aqui' }).waitFor()
    t.pass('it is told of what happens to the other')
  })

  test('what is found is a link, which opens beside the search where that is asked for', async (t) => {
    const { opened } = await signedIn(t)
    await openSearch(opened)
    await opened.keyboard.type(talk.split('/').at(-1) ?? '')
    const result = opened.locator('a.result')
    await result.waitFor()
    // Opening it beside is the browser's part, whose driver does not always tell of the new page; the page's part is to
    // leave the click alone.
    await opened.evaluate(`window.addEventListener('click', (event) => {
      window.isTaken = event.defaultPrevented
      event.preventDefault()
    }, { once: true })`)
    await result.click({ modifiers: ['Control'] })
    t.equal(await opened.evaluate('window.isTaken'), false)
    t.equal(await result.getAttribute('href'), `/dashboard${talk}`)
    t.ok(await opened.locator('dialog').isVisible())
    await result.click()
    await opened.waitForURL(`**/dashboard${talk}`)
    await opened.locator('dialog').waitFor({ state: 'detached' })
  })

  test('a browser that keeps nothing shows the page all the same', async (t) => {
    const blocked = `Object.defineProperty(window, 'localStorage', {
      get() { throw new DOMException('denied', 'SecurityError') } })`
    const { opened } = await signedIn(t, {}, blocked)
    await opened.locator('.foot a[href="/dashboard/me"]').click()
    await opened.getByLabel('Theme').selectOption('dark')
    const theme = () => opened.locator('html').getAttribute('data-theme')
    t.ok(await eventually(async () => (await theme()) === 'dark'))
  })

  test('in Portuguese nothing is left in English, and numbers are grouped', async (t) => {
    const { opened } = await signedIn(t, { locale: 'pt-BR' })
    await through(opened, 'connections')
    const sends = await opened.locator(ROW).first().locator('td').last().textContent()
    t.match(sends, /Texto.*Botões ou lista/)
    t.notMatch(sends, /text,|image|interactive/)
    await through(opened, 'api-keys')
    await opened.locator(`${ROW} td`, { hasText: 'Ler, Escrever' }).first().waitFor()
    await opened.locator('.foot a[href="/dashboard/me"]').click()
    await opened.locator('dd', { hasText: /^Oficial$/ }).waitFor()
    const { data } = (await world.api().get<{ data: object[] }>('/messages')).body
    await opened.route(
      /v1\/messages\?limit/,
      manyOf(12_345, () => data[0] ?? {}),
    )
    await through(opened, 'messages')
    await opened.getByText('50 / 12.345 mensagens').waitFor()
    t.match(await opened.locator('time').first().getAttribute('title'), /Z \(UTC\)$/)
  })

  test('what needs attention leads to the list that it counts', async (t) => {
    const { opened } = await signedIn(t)
    await opened.route(/v1\/system$/, async (route) => {
      const response = await route.fetch()
      const { data } = (await response.json()) as { data: object }
      const trouble = { webhooks_failing: 1, dead_24h: 2, failed_24h: 3 }
      await route.fulfill({ response, json: { data: { ...data, ...trouble } } })
    })
    await opened.goto(`${origin}/dashboard`)
    const wayOf = (name: string) => opened.getByRole('link', { name }).getAttribute('href')
    t.equal(await wayOf('1 webhook is failing'), '/dashboard/webhooks')
    t.match(
      await wayOf('2 webhook deliveries'),
      /^\/dashboard\/deliveries\?status=dead&dead_since=20/,
    )
    t.match(
      await wayOf('3 messages failed'),
      /^\/dashboard\/messages\?status=failed&failed_since=20/,
    )
    const asked = opened.waitForRequest(/v1\/messages\?.*failed_since=20/)
    await opened.getByRole('link', { name: '3 messages failed' }).click()
    t.match((await asked).url(), /status=failed/)
  })
}

function idOf(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
}
