import { buildApp } from '@recado/command-api/app'
import { DAY_MS } from '@recado/domain/durations'
import { t as file, test } from 'tap'
import { listed } from '../kit/contacts.ts'
import { untilErased } from '../kit/erased.ts'
import { eventually } from '../kit/eventually.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { startWorld } from '../kit/world.ts'

const PHONE = '5531994280001'
const world = await startWorld()
file.teardown(() => world.stop())
const api = () => world.api()

const texts = async () => {
  const { data } = (await api().get<{ data: { text: string }[] }>('/messages')).body
  return data.map(({ text }) => text)
}
/** Of a provider whose clock is ahead by so many seconds: it may be a minute behind ours. */
const says = (body: string, ahead = 0) => {
  const timestamp = String(Math.floor(Date.now() / 1_000) + ahead)
  return metaSays(world, {
    contacts: [{ wa_id: PHONE, profile: { name: 'Ana Reis' } }],
    messages: [textFrom({ phone: PHONE, bsuid: 'BR.2' }, { text: { body }, timestamp })],
  })
}
await says('Jabuticaba')
const contact = await eventually(
  async () => (await listed({ api: api() }, `phone=${PHONE}`)).ids[0],
)

test('what a person says after an erasure by a clock that is ahead is not of before', async (t) => {
  const { deps } = world.product()
  const wrong = await buildApp({ ...deps, now: () => new Date(Date.now() + 200 * DAY_MS) })
  t.teardown(() => wrong.close())
  const headers = { authorization: `Bearer ${world.tenant.key}` }
  const url = `/api/v1/contacts/${contact}`
  t.equal((await wrong.inject({ method: 'DELETE', url, headers })).statusCode, 202)
  await untilErased(api(), contact)
  await says('Graviola', 120)
  await eventually(async () => (await texts()).includes('Graviola'))
  t.equal((await listed({ api: api() }, `phone=${PHONE}`)).ids.length, 1)
})
