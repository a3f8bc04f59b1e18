import { t as file, test } from 'tap'
import { PDF, padded } from '../command-api/media/sample-files.ts'
import { listed } from '../kit/contacts.ts'
import { untilErased } from '../kit/erased.ts'
import { eventually } from '../kit/eventually.ts'
import { callsOf } from '../kit/provider-calls.ts'
import { sendMessage } from '../kit/sent.ts'
import { addOfficial } from '../kit/tenants.ts'
import { uploadForm } from '../kit/upload-form.ts'
import { startWorld } from '../kit/world.ts'

// Files of an erased person are deleted at Meta too, and what Meta did not delete is told.

type Erasure = {
  found: Record<string, number>
  left_at_provider: { files: number; until: string } | null
}
const world = await startWorld()
file.teardown(() => world.stop())
const { connection, tenant, sim } = world
const api = world.api()
const DAY_MS = 24 * 60 * 60_000

async function uploaded(): Promise<string> {
  const { headers, body } = uploadForm(connection.id)
  const request = { method: 'POST' as const, url: '/api/v1/media', payload: body }
  const authorization = `Bearer ${tenant.key}`
  const answer = await world
    .product()
    .commandApp.inject({ ...request, headers: { ...headers, authorization } })
  return answer.json().data.id
}

/** Somebody who sends a file, and is sent another one that is nobody else's. */
async function somebody(phone: string) {
  const document = { mime_type: 'application/pdf', data: padded(PDF, 2_000).toString('base64') }
  const { phone_number_id } = connection
  await sim('POST', `/users/${phone}/messages`, { phone_number_id, type: 'document', document })
  const id = await eventually(async () => (await listed({ api }, `phone=${phone}`)).ids[0])
  const medium = await uploaded()
  await sendMessage(api, {
    ...{ connection_id: connection.id, recipient: { contact_id: id }, type: 'document' },
    media: { id: medium },
  })
  return { id, medium }
}

const erase = async (id: string) => {
  await api.call({ method: 'DELETE', path: `/contacts/${id}` })
  await untilErased(api, id)
  return (await api.get<{ data: Erasure }>(`/contacts/${id}/erasure`)).body.data
}
const deletions = async () =>
  (await callsOf(world)).filter(({ method }) => method === 'DELETE').map(({ url }) => url)

test('what the person sent and was sent is deleted at the provider', async (t) => {
  const { id, medium } = await somebody('5531994440001')
  t.match(await erase(id), { found: { media: 2 }, left_at_provider: null })
  const asked = await deletions()
  t.equal(asked.length, 2)
  t.ok(asked.some((url) => url.includes(`/${medium}?`)))
})

test('a provider that is down holds up no erasure, and what it has left is told', async (t) => {
  const { id } = await somebody('5531994440002')
  const before = (await deletions()).length
  await sim('POST', '/faults', { kind: 'http', status: 503, call: 'DELETE /', count: 50 })
  const { left_at_provider: left } = await erase(id)
  t.equal(left?.files, 2)
  const days = (Date.parse(left?.until ?? '') - Date.now()) / DAY_MS
  t.ok(days > 29 && days <= 30, `the upload stays for ${days} days`)
  t.ok((await deletions()).length > before)
})

test('a released number cannot be asked, which is told', async (t) => {
  const { id } = await somebody('5531994440003')
  const before = (await deletions()).length
  await addOfficial(world.product(), tenant.id)
  const { operator } = world.product()
  t.equal((await operator.post(`/connections/${connection.id}/release`, {})).status, 200)
  t.match(await erase(id), { left_at_provider: { files: 2 } })
  t.equal((await deletions()).length, before)
})
