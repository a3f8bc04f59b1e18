import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { type Test, test } from 'tap'
import { enter, openSearch, ROW } from '../kit/chromium.ts'
import { invited, PASSWORD } from '../kit/dashboard.ts'
import { eventually } from '../kit/eventually.ts'
import { inBrowser, type Site } from '../kit/in-browser.ts'
import { openTenant } from '../kit/tenants.ts'

await inBrowser({ settings: { READ_YOUR_WRITES_MS: '30000' } }, inWindows)

/** What a window shows, and what the next user or the next conversation must not see of it. */
async function inWindows({ world, origin, newWindow }: Site): Promise<void> {
  const { id: elsewhere } = await openTenant(world.product())
  const newUser = async (accountId: string) => {
    const email = `${randomUUID()}@loja.example`
    return { email, token: await invited(world.product(), accountId, email) }
  }
  const leave = (page: Page) => page.getByRole('button', { name: 'Sign out', exact: true }).click()
  const talks = ['5531987654321', '5521999990000']
  for (const phone of talks) await world.userWrites(phone, `Oi de ${phone}`)
  type Talk = { readonly id: string; readonly contacts: { readonly phone: string } }
  const found = await eventually(async () => {
    const { data } = (await world.api().get<{ data: Talk[] }>('/conversations')).body
    return data.length === 2 && data
  })
  const both = found.map(({ id }) => id)
  /** The contact of each conversation. */
  const [one = '', other = ''] = found.map(({ contacts }) => contacts.phone)
  const contactOf = async (talk: string | undefined) =>
    (await world.api().get<{ data: { contact_id: string } }>(`/conversations/${talk}`)).body.data
      .contact_id

  test('a draft stays with its conversation', async (t) => {
    const page = await newWindow(t)
    await enter(page, origin, (await newUser(world.tenant.id)).token)
    const find = async (id: string | undefined) => {
      await openSearch(page)
      await page.keyboard.type(String(id))
      await page.locator('.result').waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/conversations/${id}`)
      await page.locator('textarea').waitFor()
    }
    // Both conversations are in the page's cache by then, so they appear at once.
    for (const id of both) await find(id)
    await page.fill('textarea', 'Só para você')
    await find(both[0])
    t.equal(await page.locator('textarea').inputValue(), '')
  })

  test('a person is found by a name, from everywhere and in the lists', async (t) => {
    const page = await newWindow(t)
    await enter(page, origin, (await newUser(world.tenant.id)).token)
    await world.api().post('/contacts', { phone: one, name: 'Antônia Prado' })
    await openSearch(page)
    await page.keyboard.type('antonia')
    const hit = page.locator('.result', { hasText: 'Antônia Prado' })
    await hit.waitFor()
    await hit.click()
    await page.waitForURL('**/contacts/*')
    for (const list of ['contacts', 'conversations']) {
      await page.goto(`${origin}/dashboard/${list}?name=prado`)
      await page.getByText('Antônia Prado').first().waitFor()
      t.equal(await page.locator('tbody tr').count(), 1, list)
    }
  })

  test('a response that arrives after signing out is not shown to the next user', async (t) => {
    const page = await newWindow(t)
    await enter(page, origin, (await newUser(world.tenant.id)).token)
    let go = () => {}
    const gone = new Promise<void>((resolve) => {
      go = resolve
    })
    const list = /v1\/messages\?limit=50$/
    await page.route(list, async (route) => {
      const response = await route.fetch()
      await gone
      await route.fulfill({ response })
    })
    await page.locator('nav a[href="/dashboard/messages"]').click()
    await page.locator('.loading').first().waitFor()
    await leave(page)
    const late = page.waitForResponse(list)
    go()
    await (await late).finished()
    await page.unroute(list)
    // The next user's own response never arrives, so only cached content could be shown.
    await page.route(list, () => undefined)
    const next = await newUser(elsewhere)
    await enter(await page.context().newPage(), origin, next.token)
    await page.locator('.shell h1').waitFor()
    await page.locator('nav a[href="/dashboard/messages"]').click()
    await page.locator('.loading').first().waitFor()
    t.equal(await page.getByText('Oi de').count(), 0)
  })

  test("when another user signs in in a second window, the first window shows that user's account", async (t) => {
    const page = await newWindow(t)
    await enter(page, origin, (await newUser(world.tenant.id)).token)
    await page.locator('nav a[href="/dashboard/messages"]').click()
    await page.getByText(`Oi de ${talks[0]}`).waitFor()
    const { email, token } = await newUser(elsewhere)
    await enter(await page.context().newPage(), origin, token)
    await page.getByText('No messages').waitFor()
    t.equal(await page.getByText('Oi de').count(), 0)
    await page.locator('nav a[href="/dashboard/users"]').click()
    await page.getByText(email).waitFor()
  })

  test('a failed sign-out is reported', async (t) => {
    const page = await newWindow(t)
    const { email, token } = await newUser(world.tenant.id)
    await enter(page, origin, token)
    await page.route('**/dashboard/v1/session', (route) => route.abort())
    await leave(page)
    await page.getByRole('alert').filter({ hasText: 'Could not sign you out' }).waitFor()
    await page.unroute('**/dashboard/v1/session')
    await leave(page)
    await page.fill('input[type=email]', email)
    await page.fill('input[type=password]', PASSWORD)
    await page.keyboard.press('Enter')
    await page.locator('.shell h1').waitFor()
    const cookies = (await page.context().cookies()).map(({ name }) => name)
    t.same(cookies.sort(), ['recado', 'recado-device'])
  })

  test('a failed search does not claim that there are no results', async (t) => {
    const page = await newWindow(t)
    await enter(page, origin, (await newUser(world.tenant.id)).token)
    await page.route('**/dashboard/v1/find*', (route) => route.fulfill({ status: 500, body: '{}' }))
    await openSearch(page)
    await page.keyboard.type('answer-0001')
    await page.locator('dialog [role=alert]').waitFor()
    const nothing = page.getByText('Nothing found in this account.')
    t.equal(await nothing.count(), 0)
    await page.unroute('**/dashboard/v1/find*')
    await page.keyboard.type('-unknown')
    await nothing.waitFor()
  })

  /** Holds the response to the first matching request. @returns a function that releases it */
  const held = async (page: Page, url: RegExp, method = 'GET') => {
    let go = () => {}
    const gone = new Promise<void>((resolve) => {
      go = resolve
    })
    let isFirst = true
    await page.route(url, async (route) => {
      if (!isFirst || route.request().method() !== method) return route.continue()
      isFirst = false
      const response = await route.fetch()
      await gone
      await route.fulfill({ response })
    })
    return () => go()
  }
  const talking = async (t: Test, id = both[0]) => {
    const page = await newWindow(t)
    const user = await newUser(world.tenant.id)
    await enter(page, origin, user.token)
    await page.goto(`${origin}/dashboard/conversations/${id}`)
    await page.locator('textarea').waitFor()
    return { page, ...user }
  }
  const written = async (text: string) => {
    type Sent = { readonly data: readonly { readonly text: string }[] }
    const { body } = await world.api().get<Sent>('/messages?direction=outbound&limit=200')
    return body.data.filter((one) => one.text === text).length
  }
  const signIn = async (page: Page, email: string) => {
    await page.fill('input[type=email]', email)
    await page.fill('input[type=password]', PASSWORD)
    await page.keyboard.press('Enter')
    await page.locator('.shell h1').waitFor()
  }

  test('a draft survives leaving the page and an expired session, but not signing out', async (t) => {
    const { page, email } = await talking(t)
    await page.fill('textarea', 'Quase pronto')
    await page.locator('nav a[href="/dashboard/contacts"]').click()
    await page.locator('h1:focus', { hasText: 'Contacts' }).waitFor()
    await page.goBack()
    t.equal(await page.locator('textarea').inputValue(), 'Quase pronto')
    // The session ends only now: earlier, a background request of the page might notice it first.
    const ended = { code: 'unauthorized', message: 'sign in' }
    await page.route(
      /v1\/messages$/,
      async (route) => {
        await page.context().clearCookies()
        await route.fulfill({ status: 401, json: { error: ended } })
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await signIn(page, email)
    t.equal(await page.locator('textarea').inputValue(), 'Quase pronto')
    t.equal(await written('Quase pronto'), 0)
    await leave(page)
    await signIn(page, email)
    t.equal(await page.locator('textarea').inputValue(), '', 'signing out deletes the draft')
  })

  test('text typed while a message is being sent is kept, and so is the focus', async (t) => {
    const { page } = await talking(t)
    const go = await held(page, /v1\/messages$/, 'POST')
    await page.fill('textarea', 'Primeiro')
    await page.keyboard.press('Control+Enter')
    await page.locator('button[aria-disabled=true]', { hasText: 'Send' }).waitFor()
    await page.locator('textarea').pressSequentially(' e segundo')
    go()
    await page.locator('.bubble.outbound', { hasText: 'Primeiro' }).waitFor()
    await eventually(async () => (await page.locator('textarea').inputValue()) === 'e segundo')
    await page.getByRole('button', { name: 'Send', exact: true }).press('Enter')
    await page
      .locator('.bubble.outbound', { hasText: /^.*e segundo/ })
      .first()
      .waitFor()
    await page.locator('textarea:focus').waitFor()
    await eventually(async () => (await page.locator('textarea').inputValue()) === '')
  })

  test('a send whose response was lost is repeated with the same idempotency key, also later', async (t) => {
    const { page } = await talking(t)
    const send = /v1\/messages$/
    await page.route(send, async (route) => {
      const headers = { ...route.request().headers(), 'sec-fetch-site': 'same-origin' }
      t.equal((await route.fetch({ headers })).status(), 202)
      await route.abort()
    })
    await page.fill('textarea', 'Uma vez')
    await page.keyboard.press('Control+Enter')
    await page.locator('form [role=alert]').waitFor()
    await page.unroute(send)
    await page.locator('nav a[href="/dashboard/contacts"]').click()
    await page.locator('h1:focus', { hasText: 'Contacts' }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await eventually(async () => (await page.locator('textarea').inputValue()) === '')
    t.equal(await written('Uma vez'), 1)
  })

  test('a text that is too long is not cut silently', async (t) => {
    const { page } = await talking(t)
    await page.fill('textarea', '🎂'.repeat(4_097))
    await page.getByText('1 character too many').waitFor()
    t.ok(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled())
    await page.fill('textarea', '🎂'.repeat(4_096))
    t.notOk(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled())
  })

  test('the scroll position stays when earlier or newer messages are added', async (t) => {
    const { page } = await talking(t)
    const words = 'Recado antigo. '.repeat(20)
    await page.route(/v1\/messages\?conversation_id=/, async (route) => {
      const response = await route.fetch()
      const { data } = (await response.json()) as { data: Record<string, unknown>[] }
      const limit = Number(new URL(route.request().url()).searchParams.get('limit'))
      const old = Array.from({ length: 120 }, (_, n) => {
        const message_id = `00000000-0000-4000-8000-000000000${String(n).padStart(3, '0')}`
        return { ...data.at(-1), id: -n, message_id, text: `Nº ${n}. ${words}` }
      })
      const news = data.filter(({ text }) => text === 'Mais uma coisa')
      const json = { data: [...news, ...old].slice(0, limit), pagination: { total: 120 } }
      await route.fulfill({ response, json })
    })
    await page.reload()
    const [thread, bubbles] = [page.locator('.thread'), page.locator('.bubble')]
    const toEnd = () =>
      thread.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)
    await bubbles.nth(49).waitFor()
    await page.locator('.side .lamp.live').waitFor()
    t.ok((await toEnd()) < 2, 'it is scrolled to its end')
    await thread.evaluate((box) => box.scrollTo(0, 0))
    const seen = page.locator('.bubble', { hasText: 'Nº 49.' })
    const placeOf = async () => (await seen.boundingBox())?.y ?? 0
    const before = await placeOf()
    await page.getByRole('button', { name: 'Earlier messages' }).click()
    await bubbles.nth(99).waitFor()
    t.ok(Math.abs((await placeOf()) - before) < 60, `from ${before} to ${await placeOf()}`)
    const place = await placeOf()
    await world.userWrites(one, 'Mais uma coisa')
    const newer = page.getByRole('button', { name: 'Newer messages' })
    await newer.waitFor()
    t.ok(Math.abs((await placeOf()) - place) < 60, `from ${place} to ${await placeOf()}`)
    await newer.click()
    t.ok((await toEnd()) < 2)
    await newer.waitFor({ state: 'detached' })
  })

  test('loading more of a list keeps what is there, and going back restores the list and the focus', async (t) => {
    const page = await newWindow(t)
    await enter(page, origin, (await newUser(world.tenant.id)).token)
    const list = /v1\/conversations\?limit=/
    let hold: Promise<void> | null = null
    let first: object | undefined
    await page.route(list, async (route) => {
      const response = await route.fetch()
      const { data } = (await response.json()) as { data: object[] }
      first ??= data[0]
      const { searchParams: query } = new URL(route.request().url())
      const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))]
      const of = (_: unknown, n: number) => ({
        ...first,
        ...{ id: `id-${offset + n}`, contacts: { name: `Pessoa ${offset + n}`, phone: null } },
      })
      await hold
      const json = { data: Array.from({ length: limit }, of), pagination: { total: 10_000 } }
      await route.fulfill({ response, json })
    })
    await page.locator('nav a[href="/dashboard/conversations"]').click()
    const rows = page.locator(ROW)
    const more = page.getByRole('button', { name: 'Show more' })
    await page.getByText('50 / 10,000').waitFor()
    let go = () => {}
    hold = new Promise<void>((resolve) => {
      go = resolve
    })
    const asked = page.waitForRequest(/limit=100/)
    await more.press('Enter')
    await asked
    t.equal(await rows.count(), 50)
    await page.locator('button:focus', { hasText: 'Show more' }).waitFor()
    go()
    for (const shown of [100, 150, 200]) {
      await page.getByText(`${shown} / 10,000`).waitFor()
      if (shown < 200) await more.press('Enter')
    }
    await more.press('Enter')
    await page.getByText('201–400 / 10,000').waitFor()
    await page.getByRole('link', { name: 'Pessoa 333' }).click()
    await page.locator('h1:focus').waitFor()
    await page.waitForURL(/id-333$/)
    await page.goBack()
    await page.locator('a:focus', { hasText: 'Pessoa 333' }).waitFor()
    const isSeen = `(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(
      document.activeElement.getBoundingClientRect())`
    await eventually(() => page.evaluate(isSeen))
    await page.getByRole('button', { name: 'Previous' }).click()
    await page.getByText('200 / 10,000').waitFor()
  })

  test('a late response does not overwrite a newer one, and a truncated one is an error', async (t) => {
    const { page } = await talking(t)
    const path = `/contacts/${(await contactOf(both[0])) ?? ''}`
    const own = new RegExp(`v1${path}$`)
    const go = await held(page, own)
    const first = page.waitForResponse(own)
    await page.goto(`${origin}/dashboard${path}`)
    await page.locator('.side .lamp.live').waitFor()
    await world.api().patch(path, { name: 'Nome novo' })
    await page.locator('h1', { hasText: 'Nome novo' }).waitFor()
    go()
    await first
    await page.getByText('History').waitFor()
    t.equal(await page.locator('h1').textContent(), 'Nome novo')

    const list = /v1\/messages\?limit=50$/
    await page.route(list, (route) =>
      route.fulfill({ contentType: 'application/json', body: '{"data":[' }),
    )
    await page.locator('nav a[href="/dashboard/messages"]').click()
    await page.getByRole('alert').waitFor()
    await page.unroute(list)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator(ROW).first().waitFor()
  })

  test('after signing in again one live stream is opened, also where the tab was asleep before', async (t) => {
    const page = await newWindow(t)
    await page.clock.install()
    const { email, token } = await newUser(world.tenant.id)
    await enter(page, origin, token)
    await page.locator('.side .lamp.live').waitFor()
    const become = (hidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))`)
    const ended = page.waitForEvent('requestfailed', (one) => one.url().includes('/v1/live'))
    await become(true)
    await page.clock.fastForward(31_000)
    await ended
    await leave(page)
    await page.fill('input[type=email]', email)
    let streams = 0
    page.on('request', (one) => {
      if (one.url().includes('/v1/live')) streams += 1
    })
    await become(false)
    await signIn(page, email)
    await page.locator('.side .lamp.live').waitFor()
    t.equal(streams, 1)
  })

  test('right-to-left text starts on the right', async (t) => {
    await world.userWrites(other, 'مرحبا!', { name: 'محمد' })
    const { page } = await talking(t, both[1])
    await page.locator('.words', { hasText: 'مرحبا!' }).waitFor()
    const isTurned = await page.evaluate(`{
      const [{ firstChild: words }] = [...document.querySelectorAll('.words')].filter(
        ({ textContent }) => textContent === 'مرحبا!')
      const placeOf = (at) => {
        const range = document.createRange()
        range.setStart(words, at)
        range.setEnd(words, at + 1)
        return range.getBoundingClientRect().left
      }
      placeOf(5) < placeOf(0)
    }`)
    t.ok(isTurned, 'the exclamation mark stands at the end, which is on the left')
  })

  test('a location and a contact card are shown in full, and marking as read resets the unread count', async (t) => {
    const location = { latitude: -19.92, longitude: -43.94, name: 'Loja', address: 'Rua A, 1' }
    await world.userWrites(one, '', { type: 'location', location })
    const card = { name: { formatted_name: 'Rui' }, phones: [{ phone: '5531988887777' }] }
    await world.userWrites(one, '', { type: 'contacts', contacts: [card] })
    const { page } = await talking(t)
    await page.locator('.bubble', { hasText: 'Loja' }).getByText('Rua A, 1').waitFor()
    await page.getByText('-19.92, -43.94').waitFor()
    await page.locator('.bubble', { hasText: 'Rui' }).getByText('+55 31 98888-7777').waitFor()
    // Written last: of messages written at once any may be recorded as the newest, which is marked.
    await world.userWrites(one, '', { type: 'sticker', sticker: { id: '900' } })
    await page.locator('.bubble').getByRole('button', { name: 'Show', exact: true }).waitFor()
    const read = page.getByRole('button', { name: 'Mark as read' })
    await read.press('Enter')
    await read.waitFor({ state: 'detached' })
    await page.locator('nav a[href="/dashboard/conversations"]').click()
    const row = page.locator(ROW).filter({ has: page.locator(`a[href$="${both[0]}"]`) })
    t.equal(await row.locator('td.number').textContent(), '')
    t.equal(await row.locator('td.wide').textContent(), '(Sticker)')
  })

  test('a long name does not push other content out of view', async (t) => {
    const name = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3)
    await world.userWrites('5511911110000', 'Oi', { name })
    const page = await newWindow(t)
    await enter(page, origin, (await newUser(world.tenant.id)).token)
    await page.locator('nav a[href="/dashboard/conversations"]').click()
    const way = page.getByRole('link', { name })
    await way.waitFor()
    const wider = (what: string) =>
      page.evaluate(`(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(
        document.querySelector('${what}'))`)
    t.equal(await wider('.table'), 0)
    await way.click()
    await page.locator('h1', { hasText: name }).waitFor()
    t.equal(await wider('html'), 0)
  })

  test('a phone in landscape shows every menu entry', async (t) => {
    const page = await newWindow(t, { viewport: { width: 740, height: 390 } })
    await enter(page, origin, (await newUser(world.tenant.id)).token)
    await page.getByRole('button', { name: 'Menu' }).click()
    await leave(page)
    await page.locator('input[type=email]').waitFor()
  })

  test('a failed setup link is reported', async (t) => {
    const page = await newWindow(t)
    await enter(page, origin, (await newUser(world.tenant.id)).token)
    await page.locator('nav a[href="/dashboard/users"]').click()
    await page.route(/v1\/users\/.*\/setup$/, (route) => route.abort())
    await page.getByRole('button', { name: 'New link' }).first().click()
    await page.locator('td [role=alert]').waitFor()
  })

  test('a page at another port of the same host cannot change data with the session cookie', async (t) => {
    const page = await newWindow(t)
    await enter(page, origin, (await newUser(world.tenant.id)).token)
    const other = await page.context().newPage()
    const form = `<form method="post" enctype="text/plain" action="${origin}/dashboard/v1/stages">
      <input name='{"name":"Forged","more":"' value='"}'><button>Win</button></form>`
    await other.route('http://127.0.0.1:8000/', (route) =>
      route.fulfill({ contentType: 'text/html', body: form }),
    )
    await other.goto('http://127.0.0.1:8000/')
    const [answer] = await Promise.all([
      other.waitForResponse(/v1\/stages$/),
      other.getByRole('button', { name: 'Win' }).click(),
    ])
    t.match((await answer.request().allHeaders()).cookie, /recado=/, 'the cookie was sent')
    t.equal(answer.status(), 403)
  })
}
