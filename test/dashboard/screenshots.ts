import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PICTURES } from '@recado/build/release/pictures'
import type { Page } from 'playwright-core'
import { apiClient, overHttp } from '../kit/api-client.ts'
import { startChromium } from '../kit/chromium.ts'
import { eventually } from '../kit/eventually.ts'
import type { Demo } from '../kit/standalone.ts'

// Makes the screenshots of the README: run `npm run screenshots` beside a running `npm start`.

type Row = { readonly id: string; readonly message_id: string; readonly conversation_id: string }
type Listed = { readonly data: readonly Row[] }

const OUT = new URL('../../docs/images/', import.meta.url)
const SIZE = { width: 1280, height: 800 }
const PHONE = '5531987654321'

const demo: Demo = JSON.parse(await readFile('.recado/demo.json', 'utf8').catch(notStarted))
const [account] = demo.accounts
const [connection] = account?.connections ?? []
const api = apiClient(overHttp(demo.base_url), '', account?.api_key ?? '')
const customer = createServer((request, response) =>
  request.resume().on('end', () => response.end()),
)
await new Promise<void>((ready) => customer.listen(0, '127.0.0.1', ready))
const { port } = customer.address() as AddressInfo
const { conversation_id, message_id } = await conversation()
const [event] = (await api.get<Listed>('/webhook-events?limit=1')).body.data
const browser = await startChromium()
if (browser === null) throw new Error('no browser is installed: name one in CHROMIUM')
const page = await browser.newPage({ viewport: SIZE, locale: 'en-US' })
await signIn(page)
const pictures: Record<keyof typeof PICTURES, readonly [string, 'light' | 'dark']> = {
  home: ['', 'light'],
  trace: [`/messages/${message_id}`, 'light'],
  conversation: [`/conversations/${conversation_id}`, 'light'],
  live: ['/live', 'dark'],
  webhook: [`/webhooks/${connection?.id}`, 'dark'],
  raw: [`/raw/${event?.id}`, 'dark'],
}
for (const [name, [path, colorScheme]] of Object.entries(pictures))
  await picture(name, path, colorScheme)
await browser.close()
customer.close()

/** A user writes, and gets a reply. */
async function conversation(): Promise<Row> {
  const url = `http://127.0.0.1:${port}/recado`
  await api.put('/webhooks', { connection_id: connection?.id, url })
  const { phone_number_id } = connection ?? {}
  for (const body of ['Oi! Vocês entregam no sábado?', 'É para um aniversário.'])
    await fetch(`${demo.simulators.graph}/_sim/users/${PHONE}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ phone_number_id, text: { body }, profile: { name: 'Ana Reis' } }),
    })
  const [talk] = await eventually(async () => {
    const { data } = (await api.get<Listed>('/conversations?limit=1')).body
    return data.length > 0 && data
  })
  const text = 'Entregamos sim, das 9h às 14h. Quer reservar?'
  await api.post('/messages', { conversation_id: talk?.id, text })
  return eventually(async () => {
    const { data } = (await api.get<Listed>('/messages?direction=outbound&status=read&limit=1'))
      .body
    return data[0]
  })
}

async function picture(name: string, path: string, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme })
  await page.goto(new URL(`/dashboard${path}`, demo.dashboard.url).href)
  await page.waitForSelector('.shell h1')
  await page.waitForSelector('.loading', { state: 'detached' })
  if (name === 'live') await api.post('/messages', { conversation_id, text: 'Até sábado!' })
  // Time for content that appears by itself.
  await page.waitForTimeout(1_500)
  await page.screenshot({ path: new URL(`${name}.png`, OUT).pathname })
}

async function signIn(on: Page): Promise<void> {
  await on.goto(demo.dashboard.url)
  await on.fill('input[type=email]', demo.dashboard.email)
  await on.fill('input[type=password]', demo.dashboard.password)
  await on.keyboard.press('Enter')
  await on.waitForSelector('.shell h1')
}

function notStarted(): never {
  throw new Error('there is no .recado/demo.json: npm start first, and leave it running')
}
