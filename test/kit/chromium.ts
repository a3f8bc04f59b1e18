import { installProgram, searchProgram } from '@recado/standalone/servers/installed-program'
import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import type { Test } from 'tap'
import { PASSWORD } from './dashboard.ts'

const NAME = 'chromium-headless-shell'

/** A row of a list that has come, not one of its placeholder. */
export const ROW = 'tbody tr:not(.loading tr)'

/**
 * Starts a browser: the one that CHROMIUM names, else one on the PATH, else Debian's package, installed now by apt.
 * @returns null where there is none and none can be installed, but not in CI, which has to have one
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

/** A window with a cookie jar of its own, which closes with the test. */
export async function openWindow(
  t: Test,
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', ...options })
  t.teardown(() => context.close())
  return context.newPage()
}

/** Faults that a page has told since it was opened: of its console, its policy, and requests to anybody else. */
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

/** What axe finds wrong with a page as it stands: the rule, and where. */
export async function inaccessible(page: Page): Promise<readonly string[]> {
  type Found = { violations: { id: string; nodes: { target: unknown }[] }[] }
  await page.evaluate(axe.source)
  const { violations } = (await page.evaluate('axe.run()')) as Found
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target))}`)
}

/** Comes in by the link of an invitation: the first password is chosen, and the shell is there. */
export async function enter(page: Page, origin: string, token: string): Promise<void> {
  await page.goto(`${origin}/dashboard/setup#${token}`)
  await page.fill('input[type=password]', PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForSelector('.shell h1')
}
