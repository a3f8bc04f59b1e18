import { eventually } from '../kit/eventually.ts'
import { addOfficial, openTenant } from '../kit/tenants.ts'
import type { World } from '../kit/world.ts'

type One = { data: { id: string; name: string } }
type Many = { data: { text: string }[] }

/** Another account, which must not be affected. */
export type Neighbour = {
  /** @throws if it cannot write, read its write and receive within seconds, or if an event was parked by our fault */
  isWell(): Promise<void>
}

export async function moveIn(world: World): Promise<Neighbour> {
  const product = world.product()
  const { id: account, api } = await openTenant(product)
  const connection = await addOfficial(product, account)
  await world.sim('POST', '/numbers', {
    ...connection,
    display_phone_number: connection.phone_number_digits,
  })
  const made = await api.post<One>('/contacts', { phone: '5521988887777' })
  const path = `/contacts/${made.body.data.id}`
  let times = 0

  async function writes(name: string) {
    const { status, headers } = await api.patch(path, { name })
    if (status !== 200) throw new Error(`another account's write is answered ${status}`)
    const call = { method: 'GET' as const, path }
    const position = String(headers['x-event-position'])
    await eventually(async () => {
      const read = await api.call<One>({ ...call, headers: { 'x-min-event-position': position } })
      return read.status === 200 && read.body.data.name === name
    })
  }

  async function receives(body: string) {
    const { phone_number_id } = connection
    const message = { phone_number_id, type: 'text', text: { body } }
    await world.sim('POST', '/users/5521988887777/messages', message)
    await eventually(async () => {
      const { body: log } = await api.get<Many>('/messages?limit=1')
      return log.data[0]?.text === body
    })
  }

  return {
    async isWell() {
      times += 1
      await Promise.all([
        told('cannot read what it wrote', writes(`Write ${times}`)),
        told('receives nothing', receives(`Message ${times}`)),
      ])
      await nothingParked(world)
    },
  }
}

async function told(trouble: string, doing: Promise<void>): Promise<void> {
  await doing.catch((cause) => {
    throw new Error(`another account ${trouble}: ${cause}`)
  })
}

/** Whatever the APIs accept, the read models must be able to store; intake may only park what exceeds a bound. */
async function nothingParked(world: World): Promise<void> {
  const { rows } = await world.product().deps.pool.query<{ error: string }>(
    `select error from parked_events union all
      select error from control.intake_parked where error not like 'BoundBroken:%'`,
  )
  if (rows.length > 0) throw new Error(`parked: ${rows.map(({ error }) => error).join('; ')}`)
}
