import { test } from 'tap'
import { listed } from '../kit/contacts.ts'
import { signedIn } from '../kit/dashboard.ts'
import { eventually } from '../kit/eventually.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { openTenant } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'
import { published } from '../projectors/relay/relaying.ts'

test('the stream of facts with personal fields forgets an erased person, and nobody else', async (t) => {
  const world = await startWorld({ settings: { RELAY_CONTENT: 'full' }, emptyServers: true })
  t.teardown(() => world.stop())
  const api = world.api()
  const { NATS_URL } = world.product().config
  const [ana, bia] = ['5531994660001', '5531994660002']
  for (const phone of [ana, bia])
    await metaSays(world, {
      contacts: [{ profile: { name: `Nome-${phone}` }, wa_id: phone }],
      messages: [textFrom({ phone }, { text: { body: `Palavra-de-${phone}` } })],
    })
  const id = await eventually(async () => (await listed({ api }, `phone=${ana}`)).ids[0])
  const stream = async () => JSON.stringify(await published(NATS_URL))
  await eventually(async () => {
    const all = await stream()
    return [ana, bia].every((phone) => all.includes(`Palavra-de-${phone}`))
  })
  await api.call({ method: 'DELETE', path: `/contacts/${id}` })
  await eventually(async () => (await stream()).includes('.PersonErased'))
  const left = await stream()
  t.notMatch(left, new RegExp(ana))
  t.match(left, new RegExp(`Palavra-de-${bia}`))
})

test('the stream forgets an erased user of the dashboard, and an erased account', async (t) => {
  const world = await startWorld({ settings: { RELAY_CONTENT: 'full' }, emptyServers: true })
  t.teardown(() => world.stop())
  const { NATS_URL } = world.product().config
  const { operator } = world.product()
  const stream = async () => JSON.stringify(await published(NATS_URL))
  const [ana, bia] = ['ana@relayed.example', 'bia@relayed.example']
  const owner = await signedIn(world.product(), world.tenant.id, ana)
  await signedIn(world.product(), world.tenant.id, bia)
  await eventually(async () => (await stream()).includes(bia))
  await operator.post(`/users/${bia}/erasure`)
  await eventually(async () => (await stream()).includes('.UserKeysDestroyed'))
  t.notMatch(await stream(), new RegExp(bia))
  t.match(await stream(), new RegExp(ana))
  t.equal((await owner.get('/session')).status, 200)

  const other = await openTenant(world.product())
  await other.api.post('/contacts', { phone: '5531994660009', name: 'Outra' })
  const path = `/accounts/${world.tenant.id}`
  const { name } = (await operator.get<{ data: { name: string } }>(path)).body.data
  await operator.post(`${path}/erasure`, { name })
  await eventually(async () => (await stream()).includes('.AccountKeysDestroyed'))
  t.notMatch(await stream(), new RegExp(ana))
  t.match(await stream(), /Outra/)
})
