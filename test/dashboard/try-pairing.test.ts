import { randomUUID } from 'node:crypto'
import { buildApp as buildCommandApp } from '@recado/command-api/app'
import type { Pairing } from '@recado/contract/dashboard/pairing'
import { t as file, test } from 'tap'
import { enter, faultsOf, inaccessible, openWindow, startChromium } from '../kit/chromium.ts'
import { type Browser, invited, signedIn } from '../kit/dashboard.ts'
import { type Ends, endAll } from '../kit/ends.ts'
import { eventually } from '../kit/eventually.ts'
import { openSite } from '../kit/site.ts'
import { addOfficial, openTenant } from '../kit/tenants.ts'
import { startWahaWorld } from '../kit/waha-world.ts'

type Made = { readonly data: { readonly id: string } }

const ends: Ends = []
file.teardown(() => endAll(ends))
const world = await startWahaWorld(
  { behaviour: { pairing_ms: null, qr_codes: 10_000 } },
  { settings: { TRUSTED_PROXIES: '127.0.0.1/32' } },
)
ends.push(() => world.stop())
const { product, tenant } = world
const simulators = { graph: 'http://127.0.0.1:1', waha: String(product.config.WAHA_URL) }
const commandApp = await buildCommandApp({ ...product.deps, simulators })
ends.push(() => commandApp.close())
const chromium = await startChromium()
if (chromium !== null) ends.push(() => chromium.close())

const email = () => `${randomUUID()}@loja.example`
const userOf = (accountId: string, role?: string) =>
  signedIn({ ...product, commandApp }, accountId, email(), role)
const owner = await userOf(tenant.id)
/** Adds a number whose session has a code to scan. */
const add = async (session: string) => {
  const { body } = await owner.post<Made>('/connections', { type: 'freemium', session })
  const path = `/connections/${body.data.id}/pairing`
  await eventually(async () => (await owner.get<{ data: Pairing }>(path)).body.data.qr !== null)
  return body.data.id
}
const pair = (page: Browser, connection_id: string, more: object = {}) =>
  page.post('/simulate/pair', { connection_id, ...more })

test('with a simulated gateway the code of a connection can be scanned', async (t) => {
  const id = await add('scanned')
  t.equal((await pair(await userOf(tenant.id, 'viewer'), id)).status, 403)
  const other = await openTenant(product, 'official')
  const stranger = await userOf(other.id)
  t.equal((await pair(stranger, id)).status, 404)
  t.equal((await pair(await signedIn(product, tenant.id, email()), id)).status, 404)
  t.equal((await pair(owner, 'none')).status, 422)
  t.equal((await pair(owner, id, { phone: '+55 21 97777-6666' })).status, 202)
  t.match(await world.shows(id, 'connected'), { phone_number_digits: '5521977776666' })
  t.match(await pair(owner, id), { status: 422, body: { error: { message: /already connected/ } } })
  const official = await addOfficial(product, other.id)
  t.match(await pair(stranger, official.id), {
    status: 422,
    body: { error: { message: /linked by a code/ } },
  })
})

test('in the browser', { skip: chromium === null }, async (t) => {
  if (chromium === null) return
  const id = await add('tried')
  const origin = await openSite(product, ends, simulators)
  const opened = await openWindow(t, chromium)
  const faults = faultsOf(opened, origin)
  const token = await invited(product, tenant.id, email())
  await enter(opened, origin, token)
  await opened.goto(`${origin}/dashboard/try`)
  await opened.locator('main select').first().selectOption(id)
  const scan = opened.getByRole('button', { name: 'Scan' })
  await scan.waitFor()
  t.same(await inaccessible(opened), [])
  await scan.click()
  await opened.waitForURL(new RegExp(`/connections/${id}$`))
  await opened.locator('.facts .status.good').waitFor()
  t.same(faults, [])
})
