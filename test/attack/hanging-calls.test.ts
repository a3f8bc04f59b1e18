import { t as file, test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { addOfficial, openTenant } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

/** More than all calls to Meta that a process makes at once. */
const HANGING = 320
const NUMBERS = 8
const HONEST = 20
const SILENT = '5531987650000'

const world = await startWorld({
  settings: { PROVIDER_TIMEOUT_MS: '20000', RATE_LIMIT_OFFICIAL: '100000' },
})
file.teardown(() => world.stop())

type Sent = { readonly data: { readonly accepted: boolean } }

test('while 320 sends of one account hang, every send of another begins at once', async (t) => {
  const product = world.product()
  const greedy = await openTenant(product)
  const numbers = await Promise.all(
    Array.from({ length: NUMBERS }, () => addOfficial(product, greedy.id)),
  )
  for (const number of numbers)
    await world.sim('POST', '/numbers', {
      ...number,
      display_phone_number: number.phone_number_digits,
    })
  const before = await honestSends()
  await world.sim('POST', '/faults', {
    kind: 'timeout',
    to: SILENT,
    count: 10 * HANGING,
    accept: false,
  })
  const hanging = Array.from({ length: HANGING }, (_, n) =>
    greedy.api.post('/messages', { from: numbers[n % NUMBERS]?.id, to: SILENT, text: String(n) }),
  )
  await eventually(async () => (await hangs()) >= 100)
  const during = await honestSends()
  t.same(
    during.statuses,
    Array.from({ length: HONEST }, () => '202 true'),
  )
  t.comment(`latency with the attack: ${(during.ms / before.ms).toFixed(1)} times that without`)
  for (const { status, body } of await Promise.all(hanging))
    t.notOk(status >= 500, JSON.stringify(body))
})

/** Calls that the provider has not answered: it has used up so many of the faults. */
async function hangs(): Promise<number> {
  const faults = await world.sim<{ count: number }[]>('GET', '/faults')
  return 10 * HANGING - (faults[0]?.count ?? 0)
}

async function honestSends(): Promise<{ statuses: string[]; ms: number }> {
  const statuses: string[] = []
  const took: number[] = []
  for (let n = 0; n < HONEST; n++) {
    const began = performance.now()
    const asked = { from: world.connection.id, to: '5511987654321', text: String(n) }
    const { status, body } = await world.api().post<Sent>('/messages', asked)
    took.push(performance.now() - began)
    statuses.push(`${status} ${body.data.accepted}`)
  }
  return { statuses, ms: took.sort((a, b) => a - b)[HONEST / 2] ?? 0 }
}
