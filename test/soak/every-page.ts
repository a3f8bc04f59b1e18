import type { Page } from 'playwright-core'
import { inaccessible } from '../kit/chromium.ts'
import type { Browser } from '../kit/dashboard.ts'
import { eventually } from '../kit/eventually.ts'
import type { World } from '../kit/world.ts'

/** A page of the dashboard, and what to click there to open the part behind it. */
export type Place = { readonly path: string; readonly press?: string }

type Listed<Item> = { readonly data: readonly Item[] }
type Ids = { readonly id: string; readonly message_id: string; readonly conversation_id: string }
type Fact = { readonly position: string; readonly stream: string }

const PHONE = '5531987654321'
/** A word so long that no line can break before it ends. */
const LONG = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3)

/** Fills an account with data of every kind, long words included. @returns each page of the dashboard */
export async function everyPage(world: World, owner: Browser): Promise<readonly Place[]> {
  const connection_id = world.connection.id
  const first = async <Item = Ids>(path: string) =>
    eventually(async () => (await owner.get<Listed<Item>>(path)).body.data[0])
  await world.api().put('/webhooks', { connection_id, url: `${world.customer.url}/${LONG}` })
  await world.userWrites(PHONE, `${LONG} ${'um recado comprido '.repeat(40)}`, { name: LONG })
  const filename = `${LONG}.pdf`
  await world.userWrites(PHONE, '', { type: 'document', document: { id: '900', filename } })
  const yesterday = String(Math.floor(Date.now() / 1000) - 30 * 3600)
  const closed = await world.userWrites('5521999990000', 'Ainda aí?', { timestamp: yesterday })
  const { conversation_id } = await first('/messages?direction=inbound')
  await owner.post('/messages', { connection_id, to: PHONE, text: 'Tudo bem?' })
  const read = await first('/messages?status=read')
  await world.sim('POST', '/faults', { kind: 'failed_status', code: 131_026 })
  await owner.post('/messages', { connection_id, to: PHONE, text: 'Não chega' })
  const failed = await first('/messages?status=failed')
  world.customer.answers(500)
  await world.userWrites(PHONE, 'Ninguém soube')
  const dead = await first('/webhooks/deliveries?status=dead')
  world.customer.answers(200)
  await owner.post('/api-keys', { name: LONG, scopes: ['read'] })
  await owner.post('/users', { email: `${LONG}@loja.example`, name: LONG, role: 'viewer' })
  const delivered = await first('/webhooks/deliveries?status=delivered')
  const fact = await first<Fact>('/facts?type=MessageReceived&limit=1')
  const talk = await first(`/messages?provider_message_id=${encodeURIComponent(closed)}`)
  return [
    ...['', '/live', '/activity', '/activity?per=hour', '/messages', '/conversations', '/contacts'],
    ...['/connections', '/webhooks', '/deliveries', '/raw', '/try', '/api-keys', '/users', '/me'],
    ...[`/messages/${read.message_id}`, `/messages/${failed.message_id}`],
    ...[`/conversations/${conversation_id}`, `/conversations/${talk.conversation_id}`],
    `/contacts/${(await first('/contacts')).id}`,
    ...[`/connections/${connection_id}`, `/webhooks/${connection_id}`],
    ...[`/deliveries/${delivered.id}`, `/deliveries/${dead.id}`],
    `/raw/${(await first('/raw-events?event=messages')).id}`,
    ...[`/facts/${fact.position}`, `/streams/${fact.stream}`, '/nowhere'],
  ]
    .map((path): Place => ({ path }))
    .concat([
      ...['/connections', '/api-keys', '/users'].map((path) => ({ path, press: 'main .primary' })),
      { path: '/api-keys', press: 'tbody .quiet:not(.bad)' },
      { path: '/api-keys', press: 'tbody .quiet.bad' },
      { path: '/users', press: 'tbody .quiet.bad' },
      { path: '/messages', press: '.find-button:visible' },
      { path: '/live', press: '.many button:visible' },
    ])
}

/** What is wrong with the page shown now: accessibility violations, and content wider than what it is in. */
export async function faultsOfPlace(page: Page): Promise<readonly string[]> {
  const wide = (await page.evaluate(`[...document.querySelectorAll('html, dialog[open], .bubble')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ localName, scrollWidth }) => localName + ' is ' + scrollWidth + ' wide')`)) as string[]
  return [...(await inaccessible(page)), ...wide]
}

/** Opens a place, waits until it is loaded, and unfolds everything. */
export async function goTo(page: Page, origin: string, { path, press }: Place): Promise<void> {
  await page.goto(`${origin}/dashboard${path}`)
  await page.locator('.shell h1').waitFor()
  await page.waitForSelector('.loading', { state: 'detached' })
  if (press === undefined) {
    await page.evaluate(
      `for (const one of document.querySelectorAll('main details')) one.open = true`,
    )
    await page.waitForSelector('.loading', { state: 'detached' })
    return
  }
  const folded = page.locator('.unfold:visible')
  if (path === '/live' && (await folded.count()) > 0) await folded.click()
  await page.locator(press).first().click()
  await page.locator('dialog[open], :popover-open').waitFor()
}
