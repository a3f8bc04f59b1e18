import { readFile } from 'node:fs/promises'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { type Test, test } from 'tap'
import { inaccessible, ROW } from '../kit/chromium.ts'
import { countedTraffic, totalIn } from '../kit/counted-traffic.ts'
import { eventually } from '../kit/eventually.ts'
import { inBrowser } from '../kit/in-browser.ts'

const CLASSES = [
  ...['auth', 'invalid', 'retry', 'throttle', 'blocked', 'undeliverable', 'window_closed'],
  ...['media', 'identity_changed', 'unknown'],
]

/** The colour beside each class in the chart of failed messages. */
const COLOURS = `Object.fromEntries([...document.querySelectorAll('[aria-labelledby="chart-failed"] .legend a')].map((one) => [
  one.textContent.replace(/[^a-z]/gi, ''), getComputedStyle(one.querySelector('.swatch')).backgroundColor]))`

await inBrowser({}, ({ world, origin, signedIn, faults }) => {
  /** A page with the figures, for a user who may only read. */
  const opened = async (
    t: Test,
    query = '',
    options: BrowserContextOptions = {},
  ): Promise<Page> => {
    const here = { timezoneId: 'America/Sao_Paulo', acceptDownloads: true, ...options }
    const page = await signedIn(t, here, { role: 'viewer' })
    await page.goto(`${origin}/dashboard/activity${query}`)
    await page.waitForSelector('.shell h1')
    await page.waitForSelector('.loading', { state: 'detached' })
    return page
  }
  const chartOf = (page: Page, title: string) =>
    page.getByRole('region', { name: title, exact: true })
  const linkIn = (page: Page, title: string, name: string) =>
    chartOf(page, title).getByRole('link', { name, exact: true })

  test('an account without activity is told so', async (t) => {
    const page = await opened(t)
    await page.locator('.empty').waitFor()
    t.same(await inaccessible(page), [])
    await page.goto(`${origin}/dashboard/activity?per=hour&from=2026-01-01&to=2026-03-01`)
    await page.getByText('Hourly charts cover at most 31 days.').waitFor()
  })

  test('a bar, and each number, links to the list of what it counts', async (t) => {
    await countedTraffic(world)
    const page = await opened(t)
    await linkIn(page, 'Sent', 'Read 1').waitFor()
    await linkIn(page, 'Failed', 'Undeliverable 1').waitFor()
    await linkIn(page, 'Received', '2').waitFor()
    t.match(await chartOf(page, 'First answer').textContent(), /2 of 2 answered/)
    await chartOf(page, 'Failed').locator('svg a').click()
    await page.waitForURL(/\/dashboard\/messages\?.*error_class=undeliverable/)
    await page.locator(ROW).waitFor()
    t.equal(await page.locator(ROW).count(), 1)
    t.equal(await page.getByLabel('Failure reason').inputValue(), 'undeliverable')
    await page.goBack()
    await linkIn(page, 'Received', '2').click()
    await page.getByText('2 / 2 messages').waitFor()
    await page.goBack()
    const delivered = await totalIn(world, '/webhooks/deliveries?status=delivered')
    await linkIn(page, 'Webhook deliveries', `Delivered ${delivered}`).click()
    await page.getByText(`${delivered} / ${delivered}`).waitFor()
  })

  test('the keyboard alone leads from an hour to its messages, and to the table', async (t) => {
    const page = await opened(t)
    await page.getByRole('button', { name: 'Today' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/per=hour/)
    const slider = page.getByRole('slider', { name: 'Time' })
    // Until the hours are there, the page shows the days that it showed before.
    await eventually(async () => {
      await slider.focus()
      await page.keyboard.press('Home')
      return /00:00–01:00$/.test((await slider.getAttribute('aria-valuetext')) ?? '')
    })
    await page.keyboard.press('Escape')
    await page.locator('.scrubber output', { hasText: 'All days' }).waitFor()
    await chartOf(page, 'Sent').getByText('As a table').focus()
    await page.keyboard.press('Enter')
    const row = chartOf(page, 'Sent').locator('tbody tr').first()
    await row.waitFor()
    t.same(await inaccessible(page), [])
    await row.getByRole('link').first().focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/dashboard\/messages\?direction=outbound/)
  })

  test('the figures can be downloaded as CSV', async (t) => {
    const page = await opened(t)
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    const download = await downloading
    t.match(download.suggestedFilename(), /^recado-days-.*\.csv$/)
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
    t.equal(lines.length, 31)
    t.match(lines[0], /^start,end,start \(America\/Sao_Paulo\),received,/)
  })

  test('each class of errors has one colour, whichever has the most errors', async (t) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await opened(t, '', { colorScheme })
      const coloured = async (classes: readonly string[]) => {
        const failed = Object.fromEntries(classes.map((name, n) => [name, n + 1]))
        await page.route(/v1\/activity\?/, async (route) => {
          const response = await route.fetch()
          const { data } = await response.json()
          await route.fulfill({
            response,
            json: { data: { ...data, total: { ...data.total, failed } } },
          })
        })
        await page.reload()
        await chartOf(page, 'Failed')
          .locator('.swatch')
          .nth(CLASSES.length - 1)
          .waitFor()
        await page.unroute(/v1\/activity\?/)
        return page.evaluate<Record<string, string>>(COLOURS)
      }
      const colours = await coloured(CLASSES)
      t.equal(new Set(Object.values(colours)).size, CLASSES.length, `distinct: ${colorScheme}`)
      t.same(await coloured(CLASSES.toReversed()), colours, `fixed: ${colorScheme}`)
    }
  })

  for (const options of [
    { colorScheme: 'light', viewport: { width: 1440, height: 900 }, locale: 'en-US' },
    { colorScheme: 'dark', viewport: { width: 390, height: 844 }, locale: 'pt-BR' },
  ] as const)
    test(`the figures page is accessible: ${JSON.stringify(options)}`, async (t) => {
      const page = await opened(t, '', options)
      const heading = options.locale === 'pt-BR' ? 'Atividade' : 'Activity'
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      await page.locator('.bars').nth(5).waitFor()
      t.same(await inaccessible(page), [])
      const wide = await page.evaluate('document.documentElement.scrollWidth')
      t.ok(Number(wide) <= options.viewport.width, `it is ${wide} wide`)
    })

  test('no page logged an error, broke its content security policy, or called another host', async (t) => {
    t.same(faults(), [])
  })
})
