import fc from 'fast-check'
import { t as file, test } from 'tap'
import type { ApiClient } from '../kit/api-client.ts'
import { startCommandProcess } from '../kit/command-process.ts'
import type { Many, One, Shown } from '../kit/contacts.ts'
import { eventually } from '../kit/eventually.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { served } from '../kit/served.ts'
import { startWorld } from '../kit/world.ts'

const world = await startWorld()
file.teardown(() => world.stop())
const second = await startCommandProcess(world.product().config)
file.teardown(() => second.stop())
const api = world.api()
/** The API in this process, where intake runs too, and the one of another process. */
const apis: readonly Pick<ApiClient, 'post' | 'patch'>[] = [api, second.api(world.tenant.key)]
const connection_id = world.connection.id

const KINDS = ['phone', 'business_scoped_user_id', 'username'] as const
type Kind = (typeof KINDS)[number]
type Said = Partial<Record<Kind, string>>

const one = (values: readonly string[]) => fc.constantFrom(undefined, ...values)
const said = fc
  .record({
    // Both forms of the same Brazilian mobile, and another number.
    phone: one(['5531987650000', '553187650000', '5511912340000']),
    business_scoped_user_id: one(['BR.1', 'BR.2']),
    username: one(['ana', '@Ana', 'bia']),
  })
  .filter((names) => Object.values(names).some((name) => name !== undefined))
const step = fc.record({
  does: fc.constantFrom('post', 'post', 'patch', 'hears'),
  said,
  process: fc.nat(1),
})

let runs = 0
let told = 0

/** Writes the run's number into the identities, so that runs do not share people. */
function named(of: Said, run: number): Said {
  const { phone, business_scoped_user_id: id, username } = of
  return {
    ...(phone === undefined ? {} : { phone: phone.replace(/0000$/, String(1000 + run)) }),
    ...(id === undefined ? {} : { business_scoped_user_id: `${id}R${run}` }),
    ...(username === undefined ? {} : { username: `${username}.${run}` }),
  }
}

async function take(
  { does, said, process }: typeof step extends fc.Arbitrary<infer S> ? S : never,
  run: number,
  id: string,
) {
  const names = named(said as Said, run)
  const its = apis[process] as (typeof apis)[number]
  const post = () => its.post<One>('/contacts', { connection_id, ...names })
  if (does === 'post') return (await served(post)).status
  if (does === 'patch') return (await served(() => its.patch<One>(`/contacts/${id}`, names))).status
  const { phone, business_scoped_user_id: bsuid, username } = names
  if (phone === undefined && bsuid === undefined) return 200
  told += 1
  const by = {
    ...(phone === undefined ? {} : { phone }),
    ...(bsuid === undefined ? {} : { bsuid }),
  }
  const contacts = [{ profile: { username }, wa_id: phone, user_id: bsuid }]
  await metaSays(world, { contacts, messages: [textFrom(by)] })
  return 200
}

/** All contacts of the account. */
async function everybody(): Promise<Shown[]> {
  const found: Shown[] = []
  for (let offset = 0; ; offset += 200) {
    const { data } = (await api.get<Many>(`/contacts?limit=200&offset=${offset}`)).body
    found.push(...data)
    if (data.length < 200) return found
  }
}

const keyOf = (kind: Kind, value: string) =>
  kind === 'phone' && value.length === 12
    ? `${value.slice(0, 4)}9${value.slice(4)}`
    : value.toLowerCase()

/** Identities that two contacts show, or that find another contact than the one which shows them. */
async function doubts(): Promise<string[]> {
  const shown = new Map<string, string>()
  const wrong: string[] = []
  for (const contact of await everybody())
    for (const kind of KINDS) {
      const value = contact[kind]
      if (value === null) continue
      const key = `${kind} ${keyOf(kind, value)}`
      if (shown.has(key)) wrong.push(`${key} is shown twice`)
      shown.set(key, contact.id)
      const found = (await api.get<Many>(`/contacts?${kind}=${value}`)).body.data
      if (found.length !== 1 || found[0]?.id !== contact.id)
        wrong.push(`${key} does not find who shows it`)
    }
  return wrong
}

test('with two processes and intake at once an identity names one contact, which shows it and is found by it', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      const run = ++runs
      const first = await api.post<One>('/contacts', { phone: `55119000${10_000 + run}` })
      const { id } = first.body.data
      const statuses = await Promise.all(steps.map((each) => take(each, run, id)))
      t.same(
        statuses.filter((status) => ![200, 201, 422].includes(status)),
        [],
      )
      await eventually(async () => {
        const { body } = await api.get<Many>('/messages?direction=inbound&limit=1')
        return body.pagination.total === told
      })
      // A contact that loses an identity to another one is updated after the message that caused it is shown.
      await eventually(async () => (await doubts()).length === 0).catch(() => undefined)
      t.same(await doubts(), [])
      return t.passing()
    }),
    { numRuns: 4, endOnFailure: true },
  )
})
