import type { Page } from 'playwright-core'
import { test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { inBrowser, type Site } from '../kit/in-browser.ts'

const MESSAGES = 14

await inBrowser({}, tables)

/** What stays in view while a list is read. */
async function tables({ world, origin, signedIn }: Site): Promise<void> {
  await world.api().put('/webhooks', {
    connection_id: world.connection.id,
    url: world.customer.url,
  })
  for (let n = 0; n < MESSAGES; n++)
    await world.userWrites(`55419666600${10 + n}`, `Mensagem ${n} de uma pessoa`)
  await eventually(async () => {
    const path = '/webhooks/deliveries?status=delivered'
    const { body } = await world.api().get<{ pagination: { total: number } }>(path)
    return body.pagination.total >= MESSAGES
  })

  /** Whether the whole first head can be seen, with nothing above it, while the last row is in view. */
  const isHeadSeen = (page: Page) =>
    page.evaluate(() => {
      const [head] = document.querySelectorAll('thead th')
      const row = [...document.querySelectorAll('tbody tr')].at(-1)
      row?.scrollIntoView({ block: 'end' })
      const { top = -1, bottom = -1, left = 0 } = head?.getBoundingClientRect() ?? {}
      const isTopmost = document.elementFromPoint(left + 4, (top + bottom) / 2) === head
      return top >= 0 && isTopmost && (row?.getBoundingClientRect().top ?? 0) >= bottom
    })

  for (const width of [1440, 1000, 700])
    test(`heads of tables stay in view at ${width} pixels`, async (t) => {
      const page = await signedIn(t, { viewport: { width, height: 360 } })
      for (const list of ['messages', 'deliveries', 'conversations', 'contacts', 'raw']) {
        await page.goto(`${origin}/dashboard/${list}`)
        await page.locator('tbody tr:nth-child(12) time').waitFor()
        t.ok(await isHeadSeen(page), list)
        const overflow = await page.evaluate(() => document.body.scrollWidth - innerWidth)
        t.ok(overflow <= 0, `${list} does not widen the page`)
      }
    })
}
