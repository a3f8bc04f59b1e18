import { isDeepStrictEqual } from 'node:util'
import { test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { inBrowser, type Site } from '../kit/in-browser.ts'
import { addOfficial } from '../kit/tenants.ts'
import { openSink } from '../projectors/webhooks/dispatcher/sink.ts'

await inBrowser({}, edits)

type Shown = { readonly data: Readonly<Record<string, unknown>> }

/** What the team notes is changed where it stands. */
async function edits({ world, origin, signedIn }: Site): Promise<void> {
  const phone = '5541955554444'
  await world.userWrites(phone, 'Oi, tudo bem?')
  const talk = await eventually(async () => {
    const query = `connection_id=${world.connection.id}&phone=${phone}`
    const { status, body } = await world
      .api()
      .get<{ data: { id: string; contact: { id: string } } }>(`/conversations/resolve?${query}`)
    return status === 200 && body.data
  })
  const shows = (path: string, expected: Readonly<Record<string, unknown>>) =>
    eventually(async () => {
      const { data } = (await world.api().get<Shown>(path)).body
      return Object.keys(expected).every((name) => isDeepStrictEqual(data[name], expected[name]))
    })

  test('state, assignee, tags and note of a conversation are changed, each alone', async (t) => {
    const opened = await signedIn(t)
    await opened.goto(`${origin}/dashboard/conversations/${talk.id}`)
    const edit = async (label: string, value: string) => {
      await opened.getByRole('button', { name: `Edit: ${label}` }).click()
      await opened.getByLabel(label, { exact: true }).fill(value)
      await opened.getByRole('button', { name: 'Save' }).click()
      await opened.locator('.edited', { hasText: value }).waitFor()
    }
    await opened.getByLabel('State', { exact: true }).selectOption('Pending')
    await edit('Assigned to', 'Rui')
    await edit('Tags', 'vip, novo')
    await edit('Note', 'Prefere à tarde.')
    const noted = { assignee_name: 'Rui', internal_note: 'Prefere à tarde.', status: 'pending' }
    await shows(`/conversations/${talk.id}`, { ...noted, tags: ['vip', 'novo'] })
    await edit('Tags', 'vip')
    await shows(`/conversations/${talk.id}`, { ...noted, tags: ['vip'] })
  })

  test('a name that is not accepted says why, and the field stays open; another is saved', async (t) => {
    const opened = await signedIn(t)
    await opened.goto(`${origin}/dashboard/contacts/${talk.contact.id}`)
    await opened.getByRole('button', { name: 'Edit: Name' }).click()
    const field = opened.getByLabel('Name', { exact: true })
    await field.fill('a'.repeat(400))
    await opened.getByRole('button', { name: 'Save' }).click()
    t.match(await opened.locator('form [role=alert]').textContent(), /name/)
    await field.fill('Ana Lima')
    await opened.getByRole('button', { name: 'Save' }).click()
    await opened.getByRole('heading', { name: 'Ana Lima' }).waitFor()
    await shows(`/contacts/${talk.contact.id}`, { name: 'Ana Lima' })
  })

  test('messages, conversations and deliveries name the person, with the phone', async (t) => {
    const hook = { connection_id: world.connection.id, url: world.customer.url }
    await world.api().put('/webhooks', hook)
    await world.userWrites(phone, 'E agora?')
    const opened = await signedIn(t)
    for (const page of ['messages', 'conversations', 'deliveries', '']) {
      await opened.goto(`${origin}/dashboard/${page}`)
      const person = opened.locator('tr', { hasText: 'Ana Lima' }).first()
      await person.getByText('+55 41 95555-4444').waitFor()
    }
  })

  test('a merge by hand and its undoing show what they will change before they do', async (t) => {
    type Saved = { readonly data: { readonly id: string } }
    const body = { phone: '5541955556666', name: 'Ana Gêmea' }
    const { id } = (await world.api().post<Saved>('/contacts', body)).body.data
    const leadsTo = async () => (await world.api().get<Saved>(`/contacts/${id}`)).body.data.id
    const opened = await signedIn(t)
    await opened.goto(`${origin}/dashboard/contacts/${talk.contact.id}`)
    await opened.getByRole('button', { name: 'Merge with another contact' }).click()
    const dialog = opened.getByRole('dialog')
    await dialog.getByLabel('Name, phone or id of the same person').fill('Ana Gêmea')
    await dialog.getByRole('button', { name: /Ana Gêmea/ }).click()
    await dialog.getByText('+55 41 95555-6666').waitFor()
    t.equal(await leadsTo(), id, 'nothing has changed yet')
    await dialog.getByRole('button', { name: 'Merge' }).click()
    await dialog.waitFor({ state: 'detached' })
    t.equal(await leadsTo(), talk.contact.id)
    await opened.getByRole('button', { name: 'Separate' }).click()
    await dialog.getByText('never merged again').waitFor()
    await dialog.getByText('+55 41 95555-6666').waitFor()
    t.equal(await leadsTo(), talk.contact.id, 'nothing has changed yet')
    await dialog.getByRole('button', { name: 'Separate' }).click()
    await dialog.waitFor({ state: 'detached' })
    t.equal(await leadsTo(), id)
  })

  test('a webhook takes the notice about others, and says why it was switched off', async (t) => {
    type Hooks = { readonly data: readonly { readonly events: readonly string[] }[] }
    const sink = await openSink()
    t.teardown(() => sink.close())
    sink.answer = 410
    const { id: connection_id } = await addOfficial(world.product(), world.tenant.id)
    const events = ['whatsapp.message.sent']
    await world.api().put('/webhooks', { connection_id, url: sink.url, events })
    const opened = await signedIn(t)
    await opened.goto(`${origin}/dashboard/webhooks/${connection_id}`)
    await opened.getByLabel('webhook.failing').check()
    await opened.getByRole('button', { name: 'Save' }).click()
    await eventually(async () => {
      const path = `/webhooks?connection_id=${connection_id}`
      const [hook] = (await world.api().get<Hooks>(path)).body.data
      return isDeepStrictEqual(hook?.events, [...events, 'webhook.failing'])
    })
    const first = { connection_id: world.connection.id, url: sink.url }
    await world.api().put('/webhooks', first)
    await world.userWrites(phone, 'Alguém aí?')
    await opened.goto(`${origin}/dashboard/webhooks/${world.connection.id}`)
    await opened.getByText('Switched off: its endpoint answered 410').waitFor()
  })

  test('somebody who may only read sees the same without buttons', async (t) => {
    const opened = await signedIn(t, {}, { role: 'viewer' })
    await opened.goto(`${origin}/dashboard/conversations/${talk.id}`)
    await opened.locator('.edited', { hasText: 'Rui' }).waitFor()
    t.equal(await opened.getByRole('button', { name: /^Edit/ }).count(), 0)
    t.equal(await opened.getByLabel('State', { exact: true }).count(), 0)
  })
}
