import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { type Test, test } from 'tap'
import { enter } from '../kit/chromium.ts'
import { invited } from '../kit/dashboard.ts'
import { eventually } from '../kit/eventually.ts'
import { inBrowser, type Site } from '../kit/in-browser.ts'
import { manyFacts } from '../kit/many-facts.ts'

await inBrowser({ settings: { READ_YOUR_WRITES_MS: '30000' } }, follow)

/** Pages update while things happen. */
async function follow({ world, origin, newWindow }: Site): Promise<void> {
  const PHONE = '5531987654321'
  const connection_id = world.connection.id
  const signedIn = async (t: Test, init = ''): Promise<Page> => {
    const opened = await newWindow(t)
    await opened.addInitScript(init)
    const email = `${randomUUID()}@loja.example`
    await enter(opened, origin, await invited(world.product(), world.tenant.id, email))
    return opened
  }
  /** A page without intervals, so that only the live stream can update it. */
  const unpolling = (t: Test) => signedIn(t, 'window.setInterval = () => 0')
  const isTold = (opened: Page) => opened.locator('.side .lamp.live').waitFor()
  const first = async (path: string) =>
    (await world.api().get<{ data: { id: string }[] }>(path)).body.data[0]?.id

  await world.api().put('/webhooks', { connection_id, url: world.customer.url })
  await world.userWrites(PHONE, 'Oi!')
  await eventually(() => first('/conversations'))
  const talk = `/conversations/${await first('/conversations')}`

  test('a conversation shows new messages and statuses without polling', async (t) => {
    const opened = await unpolling(t)
    await opened.goto(`${origin}/dashboard${talk}`)
    await isTold(opened)
    await world.userWrites(PHONE, 'Alguém aí?')
    await opened.locator('.bubble.inbound', { hasText: 'Alguém aí?' }).waitFor()
    const text = 'Estamos aqui'
    await world.api().post('/messages', { conversation_id: talk.split('/').at(-1), text })
    const answer = opened.locator('.bubble.outbound', { hasText: text })
    await answer.locator('.status', { hasText: 'Read' }).waitFor()
  })

  test('a webhook page shows its pending deliveries as they change', async (t) => {
    const opened = await unpolling(t)
    await opened.goto(`${origin}/dashboard/webhooks/${connection_id}`)
    await isTold(opened)
    await opened.getByText('0 deliveries pending').waitFor()
    // The webhook is paused so that deliveries stay pending.
    await world.api().delete(`/webhooks?connection_id=${connection_id}`)
    await opened.locator('.status', { hasText: 'Paused' }).waitFor()
    await world.userWrites(PHONE, 'Espera')
    await opened.getByText(/^[1-9]\d* deliver(y|ies) pending$/).waitFor()
    await world.api().put('/webhooks', { connection_id, url: world.customer.url })
    await opened.getByText('0 deliveries pending').waitFor()
  })

  test('a contact page shows its new facts', async (t) => {
    const opened = await unpolling(t)
    const id = await first('/contacts')
    await opened.goto(`${origin}/dashboard/contacts/${id}`)
    await isTold(opened)
    await world.api().patch(`/contacts/${id}`, { name: 'Ana Reis' })
    await opened.locator('h1', { hasText: 'Ana Reis' }).waitFor()
    await opened.getByText('History').click()
    await opened.locator('.fact-head', { hasText: 'Ana Reis' }).first().waitFor()
    await world.api().patch(`/contacts/${id}`, { name: 'Ana R. Reis' })
    await opened.locator('.fact-head', { hasText: 'Ana R. Reis' }).first().waitFor()
    t.equal(await opened.locator('.fact-head').count(), await factsOf(opened, `contact-${id}`))
  })

  test('without a live stream the indicator says so, and pages poll', async (t) => {
    const opened = await signedIn(t)
    await opened.route('**/dashboard/v1/live*', (route) => route.abort())
    await opened.goto(`${origin}/dashboard${talk}`)
    await opened.locator('.side .lamp.offline').waitFor()
    await world.userWrites(PHONE, 'Sem fluxo')
    await opened.locator('.bubble.inbound', { hasText: 'Sem fluxo' }).waitFor()
    await opened.unroute('**/dashboard/v1/live*')
    await opened.locator('.side .lamp.live').waitFor()
  })

  test('facts dropped from a full page are found again by searching', async (t) => {
    const opened = await unpolling(t)
    await opened.goto(`${origin}/dashboard/live?type=ContactRenamed&actor=test`)
    await isTold(opened)
    await manyFacts(world.product().deps, world.tenant.id, 601)
    await opened.locator('.fact-head', { hasText: 'Name 599' }).waitFor()
    const names = async () =>
      (await opened.locator('.fact-head').allTextContents()).map(
        (said) => /Name \d+/.exec(said)?.[0],
      )
    const search = opened.getByRole('button', { name: 'Search further back' })
    await eventually(async () => {
      if (new Set(await names()).size >= 600) return true
      await search.click()
      return false
    })
    t.equal((await names()).length, 600, 'each once')
  })

  test('facts recorded while the tab was frozen appear once each when it wakes', async (t) => {
    const opened = await signedIn(t)
    await opened.goto(`${origin}/dashboard/live?type=ContactRenamed&actor=test`)
    await isTold(opened)
    const browser = await opened.context().newCDPSession(opened)
    const become = (state: 'frozen' | 'active') =>
      browser.send('Page.setWebLifecycleState', { state })
    await become('frozen')
    await manyFacts(world.product().deps, world.tenant.id, 301, 'Asleep')
    await become('active')
    const heads = opened.locator('.fact-head', { hasText: 'Asleep' })
    await eventually(async () => (await heads.count()) >= 300)
    const said = (await heads.allTextContents()).map((text) => /Asleep \d+/.exec(text)?.[0])
    t.equal(new Set(said).size, 300)
    t.equal(said.length, 300, 'each once')
  })

  test('while the read models stand still the indicator says so, and facts still appear', async (t) => {
    const opened = await signedIn(t)
    await opened.goto(`${origin}/dashboard/live`)
    await isTold(opened)
    const client = await world.product().deps.pool.connect()
    await client.query('begin; lock table checkpoint in exclusive mode')
    await world.userWrites(PHONE, 'As listas dormem')
    await opened.locator('.fact-head', { hasText: 'As listas dormem' }).first().waitFor()
    await opened.locator('.side .lamp.behind').waitFor()
    await client.query('rollback')
    client.release()
    await isTold(opened)
  })
}

/** The number of facts of a stream, as the page's session reads it. */
async function factsOf(opened: Page, stream: string): Promise<number> {
  const answer = await opened.request.get(
    new URL(`/dashboard/v1/streams/${stream}?limit=200`, opened.url()).href,
  )
  return ((await answer.json()) as { data: object[] }).data.length
}
