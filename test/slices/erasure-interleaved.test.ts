import { rebuildTool } from '@recado/tools/rebuild/rebuild-tool'
import fc from 'fast-check'
import { t as file, test } from 'tap'
import { auditedWhole } from '../kit/audited.ts'
import { listed } from '../kit/contacts.ts'
import { untilErased } from '../kit/erased.ts'
import { eventually } from '../kit/eventually.ts'
import { factsWith, leftOf } from '../kit/left-of.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { runTool } from '../kit/run-tool.ts'
import { startWorld } from '../kit/world.ts'

/** Histories tried; `ERASURE_RUNS` sets another number. */
const RUNS = Number(process.env.ERASURE_RUNS ?? 8)
const PEOPLE = 3

type Shown = { id: string; name: string | null; phone: string | null; erased?: true }
type Talk = { id: string; last_message_text: string | null; erased?: true }
type Page<T> = { data: T[] }

/** A person of a history. */
type Somebody = {
  readonly phone: string
  /** What was said of it before its last erasure, and since then. */
  gone: readonly string[]
  said: readonly string[]
  /** Who is the same person by now. */
  group: ReadonlySet<Somebody>
  /** The contact that is being erased, or was; null for none. */
  erased: string | null
  /** Nobody can tell what is whose: things happened at once, or contacts were separated again. */
  isMixed: boolean
}

type Act = (on: { one: Somebody; other: Somebody; isAlone: boolean }) => Promise<unknown>

const world = await startWorld({ settings: { FACT_KEYS: 'own' }, emptyServers: true })
file.teardown(() => world.stop())
const api = world.api()
const { config } = world.product()
await api.put('/webhooks', { connection_id: world.connection.id, url: world.customer.url })

let histories = 0
let words = 0
const erasedIds = new Set<string>()

const idOf = async ({ phone }: Somebody) => (await listed({ api }, `phone=${phone}`)).ids[0]

const untilShown = (id: string) =>
  eventually(async () => (await api.get<{ data: Shown }>(`/contacts/${id}`)).body.data.erased)

function newWord(): string {
  words += 1
  return `Historia-${words}x`
}

function newPerson(n: number): Somebody {
  const phone = `5531995${String(histories).padStart(4, '0')}${n}0`
  const one: Somebody = {
    phone,
    gone: [],
    said: [],
    group: new Set(),
    erased: null,
    isMixed: false,
  }
  one.group = new Set([one])
  return one
}

function mix(people: Iterable<Somebody>): void {
  for (const one of people) one.isMixed = true
}

const ACTS = {
  async writes({ one, isAlone }) {
    const body = newWord()
    const timestamp = String(Math.floor(Date.now() / 1000))
    const message = textFrom({ phone: one.phone }, { text: { body }, timestamp })
    await metaSays(world, { messages: [message] })
    // A raw event that intake has not read yet is the new contact's, if the erasure begins before.
    await eventually(async () => (await factsWith({ config }, [body])).includes('MessageReceived'))
    if (isAlone) one.said = [...one.said, body]
  },
  async sends({ one, isAlone }) {
    // What is sent before the lists show an erasure is erased with the person (`erasure-lagging.test.ts`).
    if (one.erased !== null) await untilShown(one.erased)
    const contact_id = await idOf(one)
    if (contact_id === undefined) return
    const text = newWord()
    const of = { connection_id: world.connection.id, recipient: { contact_id } }
    const { status } = await api.post('/messages', { ...of, text })
    if (status === 202 && isAlone) one.said = [...one.said, text]
  },
  async merges({ one, other, isAlone }) {
    const [id, other_id] = [await idOf(one), await idOf(other)]
    if (id === undefined || other_id === undefined || id === other_id) return
    const { status } = await api.post(`/contacts/${id}/merge`, { other_id })
    if (status !== 200) return
    const group = new Set([...one.group, ...other.group])
    for (const each of group) each.group = group
    if (!isAlone) mix(group)
  },
  async unmerges({ one }) {
    const id = await idOf(one)
    if (id !== undefined) await api.post(`/contacts/${id}/unmerge`)
    if (one.group.size > 1) mix(one.group)
  },
  async erases({ one, isAlone }) {
    const id = await idOf(one)
    if (id === undefined) return
    const { status } = await api.call({ method: 'DELETE', path: `/contacts/${id}` })
    if (status !== 202) return
    erasedIds.add(id)
    if (!isAlone) mix(one.group)
    for (const each of one.group) becomesNobody(each, id)
  },
  fails: async () => world.customer.answers(500, 'Historia-Falha'),
  heals: async () => world.customer.answers(200),
} as const satisfies Record<string, Act>

function becomesNobody(one: Somebody, contactId: string): void {
  one.erased = contactId
  one.gone = [...one.gone, ...one.said]
  one.said = []
  one.group = new Set([one])
}

const names = Object.keys(ACTS) as (keyof typeof ACTS)[]
const step = fc.record({
  name: fc.constantFrom(...names, 'writes' as const, 'erases' as const),
  a: fc.nat(PEOPLE - 1),
  b: fc.nat(PEOPLE - 1),
  /** Whether the next step begins before this one has ended. */
  together: fc.boolean(),
})
type Steps = typeof step extends fc.Arbitrary<infer Step> ? readonly Step[] : never

/** Lets people live through a history. @returns what is wrong afterwards */
async function lived(steps: Steps): Promise<readonly string[]> {
  histories += 1
  const people = Array.from({ length: PEOPLE }, (_, n) => newPerson(n))
  let underWay: Promise<unknown>[] = []
  for (const { name, a, b, together } of steps) {
    const isAlone = !together && underWay.length === 0
    const on = { one: people[a] as Somebody, other: people[b] as Somebody, isAlone }
    underWay.push(ACTS[name](on))
    if (together) continue
    await Promise.all(underWay)
    underWay = []
  }
  await Promise.all(underWay)
  world.customer.answers(200)
  for (const id of erasedIds) await untilErased(api, id)
  return [...(await wrongOf(people)), ...(await wronglyShown())]
}

async function wrongOf(people: readonly Somebody[]): Promise<readonly string[]> {
  const sure = people.filter(({ isMixed }) => !isMixed)
  const [gone, said] = [sure.flatMap((one) => one.gone), sure.flatMap((one) => one.said)]
  const left = gone.length === 0 ? [] : await leftOf(config, gone)
  const found = said.length === 0 ? '' : (await leftOf(config, said)).join(' ')
  const lost = said.filter((word) => !found.includes(word))
  return [...left, ...lost.map((word) => `${word} is lost`)]
}

async function wronglyShown(): Promise<readonly string[]> {
  const contacts = (await api.get<Page<Shown>>('/contacts?limit=200')).body.data
  const talks = (await api.get<Page<Talk>>('/conversations?limit=200')).body.data
  const shown = [
    ...contacts.filter(({ erased, name, phone }) => erased && (name ?? phone) !== null),
    ...talks.filter(({ erased, last_message_text: text }) => erased && text !== null),
  ]
  return shown.map((one) => `shown: ${JSON.stringify(one)}`)
}

test('erasures hold whatever is done before, at once and after', async (t) => {
  const history = fc.array(step, { minLength: 5, maxLength: 12 })
  const property = fc.asyncProperty(history, async (steps) => {
    const faults = await lived(steps)
    for (const fault of faults) t.comment(fault)
    return faults.length === 0
  })
  const outcome = await fc.check(property, { numRuns: RUNS, endOnFailure: true })
  t.notOk(outcome.failed, fc.defaultReportMessage(outcome) ?? 'no history failed')
  const tool = () => new AbortController().signal
  const rebuilt = await runTool((console) => rebuildTool(console, tool()), config)
  t.equal(rebuilt.code, 0, [...rebuilt.told, ...rebuilt.lines].join('\n'))
  const { findings } = await auditedWhole(config)
  const differences = findings.filter(({ verdict }) => verdict === 'difference')
  t.same(differences, [])
})
