import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Locator, Page } from 'playwright-core'
import { test } from 'tap'
import { inaccessible, ROW } from '../kit/chromium.ts'
import { PASSWORD } from '../kit/dashboard.ts'
import { eventually } from '../kit/eventually.ts'
import { inBrowser } from '../kit/in-browser.ts'
import { builtPage } from '../kit/site.ts'

const PAGES = [
  '',
  '/live',
  '/messages',
  '/connections',
  '/webhooks',
  '/deliveries',
  '/api-keys',
  '/users',
  '/me',
  '/nowhere',
]
/** Gzipped bytes of scripts and of the style sheet that a first load may have. */
const FIRST_LOAD_BYTES = 71_000

// Reads wait long enough for the read models: a 503 would be an error on the console.
const settings = { READ_YOUR_WRITES_MS: '30000' }
await inBrowser({ settings }, ({ world, origin, newWindow, signedIn, faults }) => {
  const delivered = async (path: string) =>
    (await world.api().get<{ data: object[] }>(`/webhooks${path}`)).body.data
  /** Moves the focus to an element with the Tab key, and presses Enter. */
  const press = async (opened: Page, wanted: Locator): Promise<void> => {
    await wanted.waitFor()
    const isThere = async () =>
      (await wanted.elementHandle())?.evaluate((one) => one === one.ownerDocument.activeElement)
    for (let n = 0; n < 60 && !(await isThere()); n++) await opened.keyboard.press('Tab')
    await opened.keyboard.press('Enter')
  }
  test('the invitation link and the keyboard alone lead to a key that works', async (t) => {
    const opened = await signedIn(t)
    await opened.goto(`${origin}/dashboard/api-keys`)
    await opened.locator('button.primary').focus()
    await opened.keyboard.press('Enter')
    await opened.locator('dialog input:focus').waitFor()
    await opened.keyboard.type('CRM')
    await opened.keyboard.press('Enter')
    const key = (await opened.locator('dialog code').textContent()) ?? ''
    t.match(key, /^rcd_live_/)
    t.equal((await world.product().api(key).get('/stages')).status, 200)
    await opened.locator('dialog button.primary').focus()
    await opened.keyboard.press('Enter')
    await opened.getByRole('row', { name: 'CRM' }).waitFor()
    t.notOk((await opened.content()).includes(key), 'it is shown once')

    await opened.getByRole('button', { name: /Show again.*CRM/ }).focus()
    await opened.keyboard.press('Enter')
    await opened.locator('dialog input:focus').waitFor()
    await opened.keyboard.type(PASSWORD)
    await opened.keyboard.press('Enter')
    await opened.locator('dialog code').waitFor()
    t.equal(await opened.locator('dialog code').textContent(), key)
    await opened.keyboard.press('Escape')
    await opened.locator('dialog').waitFor({ state: 'detached' })

    await opened.getByRole('button', { name: /Revoke.*CRM/ }).focus()
    await opened.keyboard.press('Enter')
    await opened.locator('dialog input:focus').waitFor()
    await opened.keyboard.type('CRM')
    await opened.keyboard.press('Enter')
    await opened.locator('tr.past').waitFor()
    t.equal((await world.product().api(key).get('/stages')).status, 401)
  })

  test('the keyboard alone leads from signing in to a repeated delivery', async (t) => {
    const connection_id = world.connection.id
    await world.api().put('/webhooks', { connection_id, url: world.customer.url })
    await world.userWrites('5531987654321', 'Outra vez')
    const only = '/deliveries?event=whatsapp.message.received&status=delivered'
    await eventually(async () => (await delivered(only)).length > 0)
    const email = `${randomUUID()}@loja.example`
    const opened = await signedIn(t, {}, { email })
    await press(opened, opened.getByRole('button', { name: 'Sign out', exact: true }))
    await opened.locator('input[type=email]:focus').waitFor()
    await opened.keyboard.type(email)
    await opened.keyboard.press('Tab')
    await opened.keyboard.type(PASSWORD)
    await opened.keyboard.press('Enter')
    await press(opened, opened.locator('nav a[href="/dashboard/deliveries"]'))
    await opened.locator('h1:focus', { hasText: 'Deliveries' }).waitFor()
    await press(opened, opened.locator('tbody a').first())
    const again = opened.getByRole('button', { name: 'Deliver again' })
    const tries = opened.locator(ROW)
    await opened.locator('.facts .status.good').waitFor()
    const first = opened.url()
    world.customer.answers(500)
    await press(opened, again)
    await opened.waitForURL((url) => url.href !== first)
    await opened.locator('h1:focus').waitFor()
    await tries.filter({ hasText: '500' }).nth(1).waitFor()
    world.customer.answers(200)
    const second = opened.url()
    await opened.locator('.facts .status', { hasText: /Delivered|Given up/ }).waitFor()
    await press(opened, again)
    await opened.waitForURL((url) => url.href !== second)
    await tries.filter({ hasText: '200' }).waitFor()
    await opened.locator('.facts .status.good').waitFor()
  })

  test('facts appear on the page as they are recorded, unless it is paused, and lists follow', async (t) => {
    const opened = await signedIn(t)
    await opened.goto(`${origin}/dashboard/live`)
    await opened.locator('.side .lamp.live').waitFor()
    await world.userWrites('5531987654321', 'Vi o anúncio')
    await opened.locator('.fact-head', { hasText: 'A person wrote: “Vi o anúncio”' }).waitFor()
    await opened.getByRole('button', { name: 'Pause' }).focus()
    await opened.keyboard.press('Enter')
    await world.userWrites('5531987654321', 'E o preço?')
    await opened.getByRole('button', { name: /Resume, \d+ more/ }).waitFor()
    t.equal(await opened.locator('.fact-head', { hasText: 'E o preço?' }).count(), 0)
    await opened.getByRole('button', { name: /Resume/ }).click()
    await opened.locator('.fact-head', { hasText: 'E o preço?' }).first().waitFor()

    await opened.getByRole('button', { name: 'About' }).focus()
    await opened.keyboard.press('Enter')
    await opened.getByLabel('Messages', { exact: true }).focus()
    await opened.keyboard.press('Space')
    await opened.getByLabel('Contacts', { exact: true }).check()
    await opened.waitForURL(/\?category=message,contact$/)
    t.same(await inaccessible(opened), [])
    await opened.keyboard.press('Escape')
    await opened.locator('button:focus', { hasText: 'Messages, Contacts' }).waitFor()
    // Facts recorded while the stream is reopened are neither lost nor shown twice.
    const [during] = await Promise.all([
      world.userWrites('5531987654321', 'No meio da troca'),
      chooseMany(opened, 'By', 'the provider'),
    ])
    t.ok(during)
    await opened.waitForURL(/actor=provider$/)
    await opened.locator('.fact-head', { hasText: 'No meio da troca' }).waitFor()
    t.equal(await opened.locator('.fact-head', { hasText: 'No meio da troca' }).count(), 1)
    await chooseMany(opened, 'Type', 'MessageReceived')
    await opened.locator('.side .lamp.live').waitFor()
    await opened.locator('.fact-head', { hasText: 'A user' }).waitFor({ state: 'detached' })
    await opened.locator('.fact-head', { hasText: 'E o preço?' }).focus()
    await opened.keyboard.press('Enter')
    await opened.getByRole('link', { name: 'Its stream' }).waitFor()
    t.same(await inaccessible(opened), [])
    await opened.getByRole('link', { name: 'Its stream' }).click()
    await opened.locator('h1', { hasText: 'Stream' }).waitFor()
    await opened.locator('.fact-head').first().click()
    await opened.getByRole('link', { name: 'Open the fact' }).click()
    await opened.locator('h1', { hasText: 'Fact' }).waitFor()
    await opened.locator('.fact dl').waitFor()
    t.same(await inaccessible(opened), [])

    await opened.goto(`${origin}/dashboard/messages`)
    await opened.locator('.side .lamp.live').waitFor()
    await world.userWrites('5531987654321', 'Fechado!')
    await opened.getByRole('link', { name: 'Fechado!' }).waitFor()
  })

  test('deliveries are filtered, and the address keeps the filters', async (t) => {
    const connection_id = world.connection.id
    await world.api().put('/webhooks', { connection_id, url: world.customer.url })
    await world.userWrites('5531987654321', 'Para filtrar')
    const opened = await signedIn(t)
    await opened.goto(`${origin}/dashboard/deliveries`)
    const rows = opened.locator(ROW)
    await rows.first().waitFor()
    await opened.locator('.side .lamp.live').waitFor()
    await opened.getByLabel('Status').selectOption('dead')
    await opened.waitForURL(/\?status=dead$/)
    // The delivery that was repeated above is given up where its endpoint fails for long enough: the list may have it.
    await rows.filter({ hasText: 'Delivered' }).first().waitFor({ state: 'detached' })
    await opened.getByLabel('Status').selectOption('')
    await opened.getByLabel('Event').selectOption('whatsapp.message.received')
    await opened.getByLabel('Number').selectOption(connection_id)
    await opened.waitForURL(/event=whatsapp\.message\.received&connection_id=/)
    await rows.first().waitFor()
    for (const row of await rows.all())
      t.match(await row.textContent(), /whatsapp\.message\.received/)
    await opened.reload()
    await rows.first().waitFor()
    t.equal(await opened.getByLabel('Event').inputValue(), 'whatsapp.message.received')
    t.equal(await opened.getByLabel('Number').inputValue(), connection_id)
    const [talk] = (await world.api().get<{ data: { id: string }[] }>('/conversations')).body.data
    await opened.getByLabel('Conversation').selectOption(talk?.id ?? '')
    await opened.waitForURL(/conversation_id=/)
    await rows.first().waitFor()
    await opened.getByLabel('From').fill('2199-01-01T00:00')
    await opened.getByText('No deliveries').waitFor()
    await opened.goBack()
    await rows.first().waitFor()
    t.same(await inaccessible(opened), [])
    await opened.setViewportSize({ width: 390, height: 844 })
    t.equal(await opened.getByLabel('Event').isVisible(), false, 'folded on a phone')
    await opened.getByRole('button', { name: 'Filters (3)' }).press('Enter')
    await opened.getByLabel('Event').waitFor()
    t.same(await inaccessible(opened), [])
    await opened.getByRole('button', { name: 'Clear filters' }).press('Enter')
    await opened.waitForURL(/deliveries$/)
    await opened.getByRole('button', { name: 'Filters', exact: true }).waitFor()
  })

  test('signing out ends the session in every window', async (t) => {
    const opened = await signedIn(t)
    const beside = await opened.context().newPage()
    await beside.goto(`${origin}/dashboard/messages`)
    await beside.waitForSelector('.shell h1')
    await opened.getByRole('button', { name: 'Sign out', exact: true }).click()
    await opened.locator('input[type=email]').waitFor()
    t.notMatch(await opened.content(), /Oi, tudo bem/)
    await opened.goto(`${origin}/dashboard/messages`)
    await opened.locator('input[type=email]').waitFor()
    // The other window's live stream ends with the session.
    await beside.locator('input[type=email]').waitFor()
    const cookies = (await opened.context().cookies()).map(({ name }) => name)
    t.same(cookies, ['recado-device'], 'the browser is known, and has no session')
  })

  test('every page is accessible', async (t) => {
    // The soak checks every page in all eight combinations of theme, size and language.
    const viewport = { width: 390, height: 844 }
    const opened = await signedIn(t, { colorScheme: 'dark', viewport, locale: 'pt-BR' })
    for (const path of PAGES) {
      await opened.goto(`${origin}/dashboard${path}`)
      await opened.waitForSelector('.shell h1')
      await opened.waitForSelector('.loading', { state: 'detached' })
      t.same(await inaccessible(opened), [], path)
      const wide = await opened.evaluate('document.documentElement.scrollWidth')
      t.ok(Number(wide) <= viewport.width, `${path} is ${wide} wide`)
    }
    const language = await opened.evaluate('document.documentElement.lang')
    t.equal(language, 'pt-BR')
  })

  test('another language is applied at once, and is kept', async (t) => {
    const opened = await signedIn(t)
    await opened.goto(`${origin}/dashboard/me`)
    await opened.getByLabel('Language').selectOption('pt-BR')
    await opened.locator('nav', { hasText: 'Mensagens' }).waitFor()
    await opened.reload()
    await opened.locator('nav', { hasText: 'Mensagens' }).waitFor()
    await opened.getByLabel('Idioma').selectOption('en')
    await opened.locator('nav', { hasText: 'Messages' }).waitFor()
    const loaded = await opened.evaluate(
      'performance.getEntriesByType("resource").map(({ name }) => name.split("/").at(-1))',
    )
    t.notOk(JSON.stringify(loaded).includes('prerender'), 'unused modules are not loaded')
  })

  test('without a session the sign-in page is shown, and a wrong password is reported', async (t) => {
    const opened = await newWindow(t)
    await opened.goto(`${origin}/dashboard/messages`)
    await opened.fill('input[type=email]', 'nobody@loja.example')
    await opened.fill('input[type=password]', 'not the password')
    t.same(await inaccessible(opened), [])
    await opened.keyboard.press('Enter')
    t.match(await opened.locator('[role=alert]').textContent(), /wrong/)
  })

  test('no page logged an error, broke its content security policy, or called another host', async (t) => {
    t.same(faults(), [])
  })
})

test('the page is small, and has no resources of other hosts', async (t) => {
  const page = await builtPage()
  const sizes = [...page].map(([name, { bytes }]) => [name, gzipSync(bytes).length] as const)
  const sizeOf = (is: RegExp) =>
    sizes.reduce((sum, [name, size]) => (is.test(name) ? sum + size : sum), 0)
  for (const language of ['en', 'pt-br']) {
    const scripts = sizeOf(new RegExp(`^(app|chunk|${language})-.*\\.js$`))
    const size = scripts + sizeOf(/^style-.*\.css$/)
    t.ok(scripts > sizeOf(/^(app|chunk)-/))
    t.ok(size <= FIRST_LOAD_BYTES, `${language} has ${size} bytes`)
  }
  t.notMatch(String(page.get('index.html')?.bytes), /https?:/)
})

/** Checks one option of a filter with several. */
async function chooseMany(opened: Page, filter: string, choice: string): Promise<void> {
  await opened.getByRole('button', { name: filter }).first().click()
  await opened.getByLabel(choice, { exact: true }).check()
  await opened.keyboard.press('Escape')
}
