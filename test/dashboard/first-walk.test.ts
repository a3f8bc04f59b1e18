import { test } from 'tap'
import { inaccessible, openSearch } from '../kit/chromium.ts'
import { eventually } from '../kit/eventually.ts'
import { inBrowser } from '../kit/in-browser.ts'

// The one walk through pages of the dashboard that every `npm test` takes: it signs in, searches, follows a link, and
// finds what accessibility asks for. The other walks are in the tests beside this one (test/run/thorough.ts).

// Reads wait long enough for the read models: a 503 would be an error on the console.
const settings = { READ_YOUR_WRITES_MS: '30000' }
await inBrowser({ settings }, ({ world, signedIn, faults }) => {
  test('a message is found by any of its ids, and its whole trace is shown', async (t) => {
    await world.api().put('/webhooks', {
      connection_id: world.connection.id,
      url: world.customer.url,
    })
    const wamid = await world.userWrites('5531987654321', 'Oi, tudo bem?')
    const listed = `/messages?provider_message_id=${encodeURIComponent(wamid)}`
    await eventually(async () => {
      const { data } = (await world.api().get<{ data: object[] }>(listed)).body
      const { arrivals } = world.customer
      return data.length > 0 && arrivals.some(({ text }) => text.includes('Oi, tudo bem'))
    })
    const opened = await signedIn(t)
    await openSearch(opened)
    await opened.keyboard.type(wamid)
    await opened.locator('.result').waitFor()
    await opened.keyboard.press('Enter')
    await opened.locator('.step.your_webhook').first().waitFor()
    t.match(await opened.locator('.subject').textContent(), /Oi, tudo bem\?/)
    t.ok((await opened.locator('.step.whatsapp').count()) > 0)
    t.ok((await opened.locator('.step.recado').count()) > 1)
    t.same(await inaccessible(opened), [])
    await opened.locator('.step.your_webhook a').first().click()
    await opened.locator('h1', { hasText: 'Delivery' }).waitFor()
    t.same(await inaccessible(opened), [])
  })

  test('no page has reported a fault', async (t) => {
    t.same(faults(), [])
  })
})
