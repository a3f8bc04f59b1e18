import { randomUUID } from 'node:crypto'
import type { BrowserContextOptions } from 'playwright-core'
import { test } from 'tap'
import { enter, faultsOf } from '../kit/chromium.ts'
import { invited, signedIn } from '../kit/dashboard.ts'
import { inBrowser } from '../kit/in-browser.ts'
import { everyPage, faultsOfPlace, goTo } from './every-page.ts'

/** All combinations of theme, language and window width. */
const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  ['en-US', 'pt-BR'].flatMap((locale) =>
    [390, 1440].map((width) => ({ colorScheme, locale, viewport: { width, height: 844 } })),
  ),
) satisfies readonly BrowserContextOptions[]

// A long wait for the read models: a read that gave up would answer 503, which the console reports as an error.
const settings = { READ_YOUR_WRITES_MS: '30000', TRUSTED_PROXIES: '127.0.0.1/32' }
await inBrowser({ settings, isSteered: true }, async ({ world, origin, newWindow }) => {
  const product = world.product()
  const email = () => `${randomUUID()}@loja.example`
  const places = await everyPage(world, await signedIn(product, world.tenant.id, email()))

  for (const look of LOOKS)
    test(`every page is accessible and without faults: ${JSON.stringify(look)}`, async (t) => {
      const page = await newWindow(t, look)
      const faults = faultsOf(page, origin)
      await page.goto(`${origin}/dashboard/messages`)
      await page.locator('input[type=password]').waitFor()
      t.same(await faultsOfPlace(page), [], 'the sign-in page')
      await enter(page, origin, await invited(product, world.tenant.id, email()))
      for (const place of places) {
        await goTo(page, origin, place)
        t.same(await faultsOfPlace(page), [], `${place.path} ${place.press ?? ''}`)
      }
      t.same(
        faults,
        [],
        'no page logged an error, broke its content security policy, or called another host',
      )
    })
})
