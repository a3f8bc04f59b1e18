import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { test } from 'tap'
import { enter } from '../kit/chromium.ts'
import { invited, PASSWORD } from '../kit/dashboard.ts'
import { eventually } from '../kit/eventually.ts'
import { inBrowser, type Site } from '../kit/in-browser.ts'
import { openTenant } from '../kit/tenants.ts'

await inBrowser({ settings: { READ_YOUR_WRITES_MS: '30000' } }, inWindows)

/** What one window shows and does, and what the next person or the next conversation must not see of it. */
async function inWindows({ world, origin, newWindow }: Site): Promise<void> {
  const { id: elsewhere } = await openTenant(world.product())
  const newUser = async (accountId: string) => {
    const email = `${randomUUID()}@loja.example`
    return { email, token: await invited(world.product(), accountId, email) }
  }
  const leave = (page: Page) => page.getByRole('button', { name: 'Sign out', exact: true }).click()
  const talks = ['5531987654321', '5521999990000']
  for (const phone of talks) await world.userWrites(phone, `Oi de ${phone}`)
  type Talk = { readonly id: string }
  const both = await eventually(async () => {
    const { data } = (await world.api().get<{ data: Talk[] }>('/conversations')).body
    return data.length === 2 && data.map(({ id }) => id)
  })

  test('what is being written stays with its conversation', async (t) => {
    const page = await newWindow(t)
    await enter(page, origin, (await newUser(world.tenant.id)).token)
    const find = async (id: string | undefined) => {
      await page.keyboard.press('Control+k')
      await page.locator('dialog input:focus').waitFor()
      await page.keyboard.type(String(id))
      await page.locator('.result').waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/conversations/${id}`)
      await page.locator('textarea').waitFor()
    }
    // Each is known by then, and stands at once.
    for (const id of both) await find(id)
    await page.fill('textarea', 'Só para você')
    await find(both[0])
    t.equal(await page.locator('textarea').inputValue(), '')
  })

  test('what was on its way to one who left is not shown to who comes next', async (t) => {
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
    // The next one's own answer does not come, so that nothing but what was kept can be shown.
    await page.route(list, () => undefined)
    const next = await newUser(elsewhere)
    await enter(await page.context().newPage(), origin, next.token)
    await page.locator('.shell h1').waitFor()
    await page.locator('nav a[href="/dashboard/messages"]').click()
    await page.locator('.loading').first().waitFor()
    t.equal(await page.getByText('Oi de').count(), 0)
  })

  test('who signs in beside a window is who that window is for', async (t) => {
    const page = await newWindow(t)
    await enter(page, origin, (await newUser(world.tenant.id)).token)
    await page.locator('nav a[href="/dashboard/messages"]').click()
    await page.getByText(`Oi de ${talks[0]}`).waitFor()
    const { email, token } = await newUser(elsewhere)
    await enter(await page.context().newPage(), origin, token)
    await page.getByText('No message').waitFor()
    t.equal(await page.getByText('Oi de').count(), 0)
    await page.locator('nav a[href="/dashboard/users"]').click()
    await page.getByText(email).waitFor()
  })

  test('who could not be signed out is told so', async (t) => {
    const page = await newWindow(t)
    const { email, token } = await newUser(world.tenant.id)
    await enter(page, origin, token)
    await page.route('**/dashboard/v1/session', (route) => route.abort())
    await leave(page)
    await page.getByRole('alert').filter({ hasText: 'still signed in' }).waitFor()
    await page.unroute('**/dashboard/v1/session')
    await leave(page)
    await page.fill('input[type=email]', email)
    await page.fill('input[type=password]', PASSWORD)
    await page.keyboard.press('Enter')
    await page.locator('.shell h1').waitFor()
    t.equal((await page.context().cookies()).length, 1)
  })

  test('a search that fails does not say that there is nothing', async (t) => {
    const page = await newWindow(t)
    await enter(page, origin, (await newUser(world.tenant.id)).token)
    await page.route('**/dashboard/v1/find*', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.keyboard.press('Control+k')
    await page.locator('dialog input:focus').waitFor()
    await page.keyboard.type('answer-0001')
    await page.locator('dialog [role=alert]').waitFor()
    t.equal(await page.getByText('Nothing of this account').count(), 0)
  })

  test('a page of the same site, at another port, changes nothing with the cookie', async (t) => {
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
    t.match((await answer.request().allHeaders()).cookie, /recado=/, 'the cookie came along')
    t.equal(answer.status(), 403)
  })
}
