import { randomUUID } from 'node:crypto'
import type { BrowserContextOptions } from 'playwright-core'
import { t as file, test } from 'tap'
import { enter, faultsOf, startChromium } from '../kit/chromium.ts'
import { invited, signedIn } from '../kit/dashboard.ts'
import { type Ends, endAll } from '../kit/ends.ts'
import { openSite } from '../kit/site.ts'
import { startWorld } from '../kit/world.ts'
import { everyPage, faultsOfPlace, goTo } from './every-page.ts'

const ends: Ends = []
file.teardown(() => endAll(ends))
const chromium = await startChromium()

/** Everything that a page may look like for somebody. */
const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  ['en-US', 'pt-BR'].flatMap((locale) =>
    [390, 1440].map((width) => ({ colorScheme, locale, viewport: { width, height: 844 } })),
  ),
) satisfies readonly BrowserContextOptions[]

if (chromium === null) test('no browser is installed', { skip: true }, async () => undefined)
else {
  ends.push(() => chromium.close())
  // Reads of what just happened wait for it: a 503 would be an error of the console.
  const world = await startWorld({
    settings: { READ_YOUR_WRITES_MS: '30000', TRUSTED_PROXIES: '127.0.0.1/32' },
  })
  ends.push(() => world.stop())
  const product = world.product()
  const simulators = { graph: product.config.GRAPH_API_URL, waha: 'http://127.0.0.1:1' }
  const origin = await openSite(product, ends, simulators)
  const email = () => `${randomUUID()}@loja.example`
  const owner = await signedIn(product, world.tenant.id, email())
  const places = await everyPage(world, owner)

  for (const look of LOOKS)
    test(`every page, for everybody: ${JSON.stringify(look)}`, async (t) => {
      const context = await chromium.newContext(look)
      t.teardown(() => context.close())
      const page = await context.newPage()
      const faults = faultsOf(page, origin)
      await page.goto(`${origin}/dashboard/messages`)
      await page.locator('input[type=password]').waitFor()
      t.same(await faultsOfPlace(page), [], 'the way in')
      await enter(page, origin, await invited(product, world.tenant.id, email()))
      for (const place of places) {
        await goTo(page, origin, place)
        t.same(await faultsOfPlace(page), [], `${place.path} ${place.press ?? ''}`)
      }
      t.same(faults, [], 'no page complained, broke its policy, or asked anybody else')
    })
}
