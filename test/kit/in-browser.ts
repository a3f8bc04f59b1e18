import { randomUUID } from 'node:crypto'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { t as file, type Test, test } from 'tap'
import { enter, faultsOf, openWindow, startChromium } from './chromium.ts'
import { invited } from './dashboard.ts'
import { type Ends, endAll } from './ends.ts'
import { openSite } from './site.ts'
import { startWorld, type World } from './world.ts'

/** The user who signs in: a new one, by default an owner. */
export type Newcomer = { readonly email?: string; readonly role?: string }

/** The dashboard over a world, for a test in a browser. */
export type Site = {
  readonly world: World
  readonly origin: string
  /** A window in which nobody is signed in. */
  newWindow(t: Test, options?: BrowserContextOptions): Promise<Page>
  /** A window in which a new user of the world's account is signed in. */
  signedIn(t: Test, options?: BrowserContextOptions, user?: Newcomer): Promise<Page>
  /** The faults of all windows that `signedIn` has opened. */
  faults(): readonly string[]
}

type SiteOptions = {
  readonly settings?: Record<string, string>
  /** The page can steer the simulated WhatsApp. */
  readonly isSteered?: true
}

/** Sites by their options: test files that share a process share a site. */
const sites = new Map<string, Promise<Site | null>>()

/** Runs tests over a site in a browser, which closes with the file; they are skipped where no browser is installed. */
export async function inBrowser(
  options: SiteOptions,
  tests: (site: Site) => void | Promise<void>,
): Promise<void> {
  const key = JSON.stringify(options)
  const opening = sites.get(key) ?? openInBrowser(options, () => sites.delete(key))
  sites.set(key, opening)
  const site = await opening
  if (site === null) test('no browser is installed', { skip: true }, async () => undefined)
  else await tests(site)
}

async function openInBrowser(
  { settings = {}, isSteered }: SiteOptions,
  onEnd: () => void,
): Promise<Site | null> {
  const ends: Ends = []
  file.teardown(() => {
    onEnd()
    return endAll(ends)
  })
  const chromium = await startChromium()
  if (chromium === null) return null
  ends.push(() => chromium.close())
  const world = await startWorld({ settings })
  ends.push(() => world.stop())
  const product = world.product()
  const simulators = { graph: product.config.GRAPH_API_URL, waha: 'http://127.0.0.1:1' }
  const origin = await openSite(product, ends, isSteered ? simulators : null)
  const faults: (readonly string[])[] = []
  const newWindow: Site['newWindow'] = (t, options) => openWindow(t, chromium, options)
  return {
    world,
    origin,
    newWindow,
    faults: () => faults.flat(),
    async signedIn(t, options, { email = `${randomUUID()}@loja.example`, role } = {}) {
      const page = await newWindow(t, options)
      faults.push(faultsOf(page, origin))
      await enter(page, origin, await invited(product, world.tenant.id, email, role))
      return page
    },
  }
}
