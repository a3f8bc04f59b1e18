import { readFile } from 'node:fs/promises'
import { connect } from 'nats'

// Answers the questions of docs/analytics.md live: npm run live-figures -- <account>
// Prints a line of JSON whenever it has read all facts. It keeps its counts in memory and begins anew at each start.

const [waiting, requested, accepted, stages] = [new Map(), new Map(), new Map(), new Map()]
const [people, sales, arrived, minutes] = [new Map(), new Map(), new Set(), []]

/** The value of a key, created at its first use. */
const entryOf = (map, key, make) => map.get(key) ?? map.set(key, make()).get(key)
const person = (id) =>
  entryOf(people, id, () => ({ byHand: null, engaged: false, paid: new Set() }))
const updatePerson = (data, more) => Object.assign(person(data.contact_id), more)

function endWait(conversation, at) {
  const since = Date.parse(waiting.get(conversation))
  if (waiting.delete(conversation)) minutes.push((Date.parse(at) - since) / 60_000)
}

/** Updates a sale. Once buyer and payment are known, fixes the buyer's stage before this sale counts as paid. */
function updateSale(id, more) {
  const sale = entryOf(sales, id, () => ({ returned: 0 }))
  Object.assign(sale, more)
  if (sale.contact === undefined || sale.paid === undefined) return
  const { byHand, engaged, paid: before } = person(sale.contact)
  const kinds = ['won', 'engaged', 'new'].slice(before.size > 0 ? 0 : engaged ? 1 : 2)
  const derived = kinds.flatMap((kind) => [...stages.values()].filter((s) => s.auto_kind === kind))
  sale.stage ??= stages.get(byHand)?.name ?? derived[0]?.name
  before[sale.returned > 0 ? 'delete' : 'add'](id)
}

const recordPaid = (data) =>
  updateSale(data.sale_id, { paid: data.gross_cents, currency: data.currency })
const recordReturned = (data) => updateSale(data.sale_id, { returned: data.gross_cents })

/** How each fact changes the figures. */
const HANDLERS = {
  MessageReceived(data) {
    entryOf(waiting, data.conversation_id, () => data.intent.provider_timestamp)
    updatePerson(data, { engaged: true })
  },
  CallReceived: (data) => updatePerson(data, { engaged: true }),
  MessageSentElsewhere: (data) => endWait(data.conversation_id, data.intent.provider_timestamp),
  MessageSendRequested: ({ message_id }, { templatename: name, templatelanguage: language }) =>
    name && requested.set(message_id, `${name} ${language}`),
  MessageSent(data, { statusstream }) {
    endWait(data.conversation_id, data.sent_at)
    if (requested.has(data.message_id)) accepted.set(statusstream, requested.get(data.message_id))
  },
  MessageStatusReported: ({ intent }, { subject }) =>
    ['delivered', 'read', 'played'].includes(intent.status) && arrived.add(subject),
  StageAdded: (data) => stages.set(data.stage_id, data),
  StageRenamed: ({ stage_id, name }) => Object.assign(stages.get(stage_id) ?? {}, { name }),
  StageRemoved: (data) => stages.delete(data.stage_id),
  ContactMovedToStage: (data) => updatePerson(data, { byHand: data.stage_id }),
  ContactReturnedToAutomaticStage: (data) => updatePerson(data, { byHand: null }),
  SalePaid: recordPaid,
  SaleRefunded: recordReturned,
  SaleChargedBack: recordReturned,
  SaleAmended: (data) =>
    ({ paid: recordPaid, refunded: recordReturned, chargeback: recordReturned })[data.status]?.(
      data,
    ),
  SaleAttributed: (data) => updateSale(data.sale_id, { contact: data.contact_id }),
}

function figures() {
  const [sorted, half] = [minutes.toSorted((a, b) => a - b), minutes.length / 2]
  const median_minutes = (sorted[Math.ceil(half) - 1] + sorted[Math.floor(half)]) / 2
  const [templates, revenue] = [{}, {}]
  for (const [stream, name] of accepted) {
    const [all, there] = templates[name] ?? [0, 0]
    templates[name] = [all + 1, there + (arrived.has(stream) ? 1 : 0)]
  }
  for (const { stage = 'nobody known', paid: cents, returned: back, currency } of sales.values()) {
    const name = `${stage} ${currency}`
    if (cents !== undefined) revenue[name] = (revenue[name] ?? 0) + (cents - back) / 100
  }
  return { answered: minutes.length, waiting: waiting.size, median_minutes, templates, revenue }
}

const [, , account] = process.argv
if (account === undefined) {
  process.stderr.write('name the account: npm run live-figures -- <account>\n')
  process.exit(2)
}
const { NATS_URL, NATS_USER, NATS_PASSWORD, RECADO_DATA_DIR: dataDir = '.recado' } = process.env
const { DEMO_FILE = `${dataDir}/demo.json` } = process.env
// A login of the environment goes only to a server that the environment names.
const given = { servers: NATS_URL, user: NATS_USER, pass: NATS_PASSWORD }
const nats = await connect(NATS_URL === undefined ? { servers: await serverOfFile() } : given)

/** Whoever made this folder also wrote its file: only a server of this machine can be an npm start. */
async function serverOfFile() {
  const { nats: url } = JSON.parse(await readFile(DEMO_FILE, 'utf8')).servers
  if (['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)) return url
  throw new Error(`${DEMO_FILE} names ${url}, which is not this machine`)
}

const facts = { filterSubjects: `events.${account}.>` }
const consumer = await nats.jetstream().consumers.get('EVENTS', facts)
let last = -1
for await (const message of await consumer.consume()) {
  const event = message.json()
  // A replay publishes facts again: they are already counted.
  if (Number(event.position) <= last) continue
  last = Number(event.position)
  if (event.data !== undefined) HANDLERS[event.type]?.(event.data, event)
  if (message.info.pending === 0) process.stdout.write(`${JSON.stringify(figures())}\n`)
}
