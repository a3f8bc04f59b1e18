import { test } from 'tap'
import { listed } from '../kit/contacts.ts'
import { eventually } from '../kit/eventually.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
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
