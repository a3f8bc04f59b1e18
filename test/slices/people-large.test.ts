import { createHmac } from 'node:crypto'
import type { RawEvent } from '@recado/application/intake/raw-event'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import fc from 'fast-check'
import { test } from 'tap'
import {
  history,
  NUMBERS,
  type Report,
  type Shown,
} from '../application/contacts/corpus/histories.ts'
import {
  holders,
  type Recorded,
  survivors,
  unexplained,
  wronglyJoined,
  wronglySplit,
} from '../application/contacts/corpus/oracle.ts'
import { bodyOf, connectionOf } from '../application/contacts/corpus/world.ts'
import { claimsOf, contactsOf, linksOf } from '../application/contacts/people-in-the-log.ts'
import type { ApiClient } from '../kit/api-client.ts'
import { auditedWhole } from '../kit/audited.ts'
import type { Product } from '../kit/product.ts'
import { WAHA_KEY } from '../kit/product-servers.ts'
import { served } from '../kit/served.ts'
import { sharedProduct } from '../kit/shared-product.ts'
import { type SignedPost, signedByMeta } from '../kit/signed.ts'
import { addFreemium, addOfficial, openTenant, type TestConnection } from '../kit/tenants.ts'

const HISTORIES = 200
/** How many histories go on at the same time. */
const LANES = 8

type Message = { connection_id: string; provider_message_id: string; contact_id: string }
type Page<Item> = { data: Item[]; pagination: { total: number } }
type Numbers = Readonly<Record<(typeof NUMBERS)[number], TestConnection>>

test('two hundred histories of people through the whole product', async (t) => {
  const product = await sharedProduct()
  const { id: accountId, api } = await openTenant(product)
  const first = await addOfficial(product, accountId)
  const numbers: Numbers = {
    first,
    second: await addOfficial(product, accountId, { waba_id: first.waba_id }),
    abroad: await addOfficial(product, accountId),
    gateway: await addFreemium(product, accountId),
  }
  const histories = fc
    .sample(history, { numRuns: HISTORIES, seed: 2026 })
    .map(({ arrivals }, n) => arrivals.map((post) => post.map((one) => ofHistory(one, n))))
  await postAll(product, numbers, histories)

  const { findings } = await auditedWhole(product.config)
  t.strictSame(findings, [], 'everything is recorded and shown as it was reported')
  const recorded = await recordedOf(
    product.deps.store.readAll({ from: 'start' }),
    accountId,
    numbers,
  )
  const reports = histories.flat(2)
  t.strictSame(linksOf(recorded), claimsOf(recorded), 'a link and its claim say the same')
  t.strictSame(wronglyJoined(recorded, reports), [], 'nobody is joined without a record')
  t.strictSame(wronglySplit(recorded, reports), [], 'nobody is split against a record')
  t.strictSame(unexplained(recorded), [], 'each link and merge says which bytes said so')

  const held = holders(recorded)
  const shown = await messagesOf(api, held.size)
  t.equal(shown.length, held.size)
  const last = survivors(recorded)
  t.strictSame(
    shown.map(({ contact_id }) => last(contact_id)),
    shown.map((one) => held.get(placeOf(one, numbers))),
    'the lists show each message with the contact whose it is in the log',
  )
  const living = [...contactsOf(recorded).values()].filter((one) => one.merged_into === null)
  t.equal((await api.get<Page<object>>('/contacts?limit=1')).body.pagination.total, living.length)
})

/** Posts the histories, several at the same time, each in its order. */
async function postAll(
  { commandApp }: Product,
  numbers: Numbers,
  histories: readonly (readonly (readonly Report[])[])[],
): Promise<void> {
  const post = async (reports: readonly Report[], epoch: number | undefined) => {
    const { hook: url, ...sent } = signed(reports, numbers, epoch)
    const { statusCode } = await served(() => commandApp.inject({ method: 'POST', url, ...sent }))
    if (statusCode !== 200) throw new Error(`the hook answered ${statusCode}`)
  }
  const waiting = histories.entries()
  const lane = async () => {
    for (const [n, arrivals] of waiting) {
      // What half of them report has just happened; the others are late.
      const epoch = n % 2 === 0 ? Math.floor(Date.now() / 1_000) - 20 : undefined
      for (const reports of arrivals) if (reports.length > 0) await post(reports, epoch)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

async function messagesOf(api: ApiClient, count: number): Promise<readonly Message[]> {
  const shown: Message[] = []
  for (let offset = 0; offset < count; offset += 200)
    shown.push(...(await api.get<Page<Message>>(`/messages?limit=200&offset=${offset}`)).body.data)
  return shown
}

/** The same report, by people and ids that no other history has. */
function ofHistory(report: Report, n: number): Report {
  const nth = String(n).padStart(3, '0')
  const phone = (one: string) => one.replace(/^(55119.)\d{3}/, `$1${nth}`)
  const named = (shown: Shown): Shown => ({
    ...(shown.phone !== undefined && { phone: phone(shown.phone) }),
    ...(shown.user_id !== undefined && { user_id: shown.user_id.replace(/^BR\../, `$&${nth}p`) }),
    ...(shown.lid !== undefined && { lid: shown.lid.replace(/^9/, `9${nth}`) }),
    ...(shown.username !== undefined && { username: `${shown.username}${nth}` }),
  })
  const who = 3 * n + report.who
  if (report.kind === 'change')
    return { ...report, who, before: named(report.before), after: named(report.after) }
  const told = { ...report, who, id: `h${nth}${report.id}`, shown: named(report.shown) }
  return told.kind === 'card' ? { ...told, given: phone(told.given) } : told
}

/** The post of a provider, and the path of the hook that it goes to. */
function signed(
  reports: readonly Report[],
  numbers: Numbers,
  epoch: number | undefined,
): SignedPost & { hook: string } {
  const connection = numbers[reports[0]?.on ?? 'first']
  const body = bodyOf(reports, epoch)
  if (connection.session !== '') {
    const payload = JSON.stringify({ ...body, session: connection.session })
    const hmac = createHmac('sha512', WAHA_KEY).update(payload).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-webhook-hmac': hmac }
    return { hook: connection.hook, payload, headers }
  }
  const { phone_number_id, phone_number_digits: display_phone_number, waba_id } = connection
  const text = JSON.stringify(body, (key, value) =>
    key === 'metadata' ? { display_phone_number, phone_number_id } : value,
  )
  const { entry, ...rest } = JSON.parse(text) as { entry: object[] }
  const payload = JSON.stringify({ ...rest, entry: entry.map((one) => ({ ...one, id: waba_id })) })
  return { hook: connection.hook, ...signedByMeta(connection.app_secret, payload) }
}

/** The facts of an account, with the connections of the corpus in place of those of the product. */
async function recordedOf(
  facts: AsyncIterable<RecordedEvent>,
  accountId: string,
  numbers: Numbers,
): Promise<Recorded> {
  const log: RecordedEvent[] = []
  for await (const fact of facts) {
    if (fact.metadata.account_id !== accountId) continue
    const text = NUMBERS.reduce(
      (data, on) => data.replaceAll(numbers[on].id, connectionOf(on)),
      JSON.stringify(fact.data),
    )
    log.push({ ...fact, data: JSON.parse(text) })
  }
  const raws = log.filter(({ type }) => type === 'ProviderEventReceived') as RawEvent[]
  return { log, raws }
}

function placeOf({ connection_id, provider_message_id }: Message, numbers: Numbers): string {
  const on = NUMBERS.find((one) => numbers[one].id === connection_id) ?? 'first'
  return `${connectionOf(on)} ${provider_message_id.replace(/^wamid\./, '')}`
}
