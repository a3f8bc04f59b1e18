import { test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { inBrowser, type Site } from '../kit/in-browser.ts'

const MESSAGES = 14

/** Whether the whole first head can be seen, with nothing above it, while the last row is in view. */
const IS_HEAD_SEEN = `(() => {
  const head = document.querySelector('thead th')
  const row = document.querySelector('tbody tr:last-child')
  row.scrollIntoView({ block: 'end' })
  const { top, bottom, left } = head.getBoundingClientRect()
  const isTopmost = document.elementFromPoint(left + 4, (top + bottom) / 2) === head
  return top >= 0 && isTopmost && row.getBoundingClientRect().top >= bottom
})()`

await inBrowser({}, tables)

/** What lists and conversations say, and what stays in view while they are read. */
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

  for (const width of [1440, 1000, 700])
    test(`heads of tables stay in view at ${width} pixels`, async (t) => {
      const page = await signedIn(t, { viewport: { width, height: 360 } })
      for (const list of ['messages', 'deliveries', 'conversations', 'contacts', 'raw']) {
        await page.goto(`${origin}/dashboard/${list}`)
        await page.locator('tbody tr:nth-child(12) time').waitFor()
        t.ok(await page.evaluate(IS_HEAD_SEEN), list)
        const isWider = await page.evaluate('document.body.scrollWidth > innerWidth')
        t.notOk(isWider, `${list} does not widen the page`)
      }
    })

  test('a window that never opened says so, unlike one that has closed', async (t) => {
    const body = { connection_id: world.connection.id, recipient: { phone: '5541966650001' } }
    type Sent = { data: { conversation_id: string } }
    const sent = await world.api().post<Sent>('/messages', { ...body, text: 'Oi' })
    const page = await signedIn(t)
    await page.goto(`${origin}/dashboard/conversations/${sent.body.data.conversation_id}`)
    await page.getByText('Never opened: templates only').waitFor()
    await page.getByText('This person has not written to you yet').waitFor()
    t.equal(await page.getByText('in the last 24 hours').count(), 0)
  })
}
