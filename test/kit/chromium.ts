import { installProgram, searchProgram } from '@recado/standalone/servers/installed-program'
import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import type { Test } from 'tap'
import { PASSWORD } from './dashboard.ts'
import { eventually } from './eventually.ts'

const NAME = 'chromium-headless-shell'

/** A loaded row of a list, as opposed to a row of its placeholder. */
export const ROW = 'tbody tr:not(.loading tr)'

/**
 * Starts a browser: the one that CHROMIUM names, else one on the PATH, else Debian's package, which apt installs now.
 * @returns null where no browser is found or can be installed, except in CI, where one is required
 */
export async function startChromium(): Promise<Browser | null> {
  const found = () => process.env.CHROMIUM ?? searchProgram(NAME) ?? searchProgram('chromium')
  if (found() === undefined) await installProgram(NAME, () => undefined)
  const executablePath = found()
  if (executablePath !== undefined)
    return chromium.launch({ executablePath, args: ['--no-sandbox'] })
  if (process.env.CI !== undefined) throw new Error(`no ${NAME}: name a browser in CHROMIUM`)
  return null
}

/** Longer than a slow machine takes, and shorter than a test's time-out, so that the error names what was awaited. */
const ACTION_MS = 60_000

/** A window with its own cookie jar; it closes with the test. */
export async function openWindow(
  t: Test,
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', ...options })
  context.setDefaultTimeout(ACTION_MS)
  const page = await context.newPage()
  t.teardown(async () => {
    // A request that a test answers may still be under way, and fails when its page closes.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  })
  return page
}

/** Collects a page's faults from now on: console errors, policy violations, and requests to other origins. */
export function faultsOf(page: Page, origin: string): readonly string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !url.startsWith('data:')) faults.push(`asked ${url}`)
  })
  return faults
}

/** What axe finds wrong with a page in its current state: the rule, and the elements. */
export async function inaccessible(page: Page): Promise<readonly string[]> {
  type Found = { violations: { id: string; nodes: { target: unknown }[] }[] }
  await page.evaluate(axe.source)
  const { violations } = (await page.evaluate('axe.run()')) as Found
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target))}`)
}

/** Opens the search by its shortcut, which works only a moment after the page is shown. */
export async function openSearch(page: Page): Promise<void> {
  await eventually(async () => {
    await page.keyboard.press('Control+k')
    return page.locator('dialog input:focus').isVisible()
  })
}

/** Follows an invitation's link, chooses the first password, and waits for the dashboard. */
export async function enter(page: Page, origin: string, token: string): Promise<void> {
  await page.goto(`${origin}/dashboard/setup#${token}`)
  await page.fill('input[type=password]', PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForSelector('.shell h1')
}
