import { test } from 'tap'
import { PASSWORD } from '../kit/dashboard.ts'
import { eventually } from '../kit/eventually.ts'
import { inBrowser, type Site } from '../kit/in-browser.ts'

await inBrowser({}, erasing)

/** An owner erases a person, who is shown as erased from then on. */
async function erasing({ world, origin, signedIn }: Site): Promise<void> {
  const phone = '5541955557777'
  await world
    .api()
    .put('/webhooks', { connection_id: world.connection.id, url: world.customer.url })
  await world.userWrites(phone, 'Segredo-da-Lia')
  const talk = await eventually(async () => {
    const query = `connection_id=${world.connection.id}&phone=${phone}`
    const { status, body } = await world
      .api()
      .get<{ data: { id: string; contact: { id: string } } }>(`/conversations/resolve?${query}`)
    return status === 200 && body.data
  })
  const page = `${origin}/dashboard/contacts/${talk.contact.id}`

  test('only an owner is offered to erase a person', async (t) => {
    const opened = await signedIn(t, {}, { role: 'developer' })
    await opened.goto(page)
    await opened.getByRole('button', { name: 'Edit: Name' }).waitFor()
    t.equal(await opened.getByRole('button', { name: 'Erase this person' }).count(), 0)
  })

  test('an owner erases a person with the password, and sees that it is done and who was told', async (t) => {
    await eventually(() => world.customer.arrivals.length > 0)
    const opened = await signedIn(t)
    await opened.goto(page)
    await opened.getByRole('button', { name: 'Erase this person' }).click()
    const dialog = opened.getByRole('dialog')
    await dialog.getByText('This cannot be undone').waitFor()
    const now = dialog.getByRole('button', { name: 'Erase for good' })
    t.ok(await now.isDisabled(), 'without a password nothing happens')
    await dialog.getByLabel('Password').fill('not the right password')
    await now.click()
    t.ok(await dialog.getByRole('alert').textContent())
    await dialog.getByLabel('Password').fill(PASSWORD)
    await now.click()
    await opened.getByRole('heading', { name: 'Erased person' }).waitFor()
    await opened.getByText('Done: nobody can read').waitFor()
    await opened.getByText('Found', { exact: true }).waitFor()
    await opened.getByText(new URL(world.customer.url).host).waitFor()
    for (const name of ['Edit: Name', 'Restrict', 'Erase this person', /^Merge/])
      t.equal(await opened.getByRole('button', { name }).count(), 0, `no ${name}`)
  })

  test('every page says that the person was erased, and none has its words', async (t) => {
    const opened = await signedIn(t)
    for (const path of [
      ...['contacts', 'conversations', 'messages', 'deliveries'],
      ...[`contacts/${talk.contact.id}`, `conversations/${talk.id}`],
    ]) {
      await opened.goto(`${origin}/dashboard/${path}`)
      await opened.locator('tr, h1', { hasText: 'Erased person' }).first().waitFor()
      t.notMatch(await opened.locator('main').textContent(), /Segredo-da-Lia|95555-7777/, path)
    }
    await opened.getByText('Erased', { exact: true }).waitFor()
  })

  test('it says so in Portuguese too', async (t) => {
    const opened = await signedIn(t, { locale: 'pt-BR' })
    await opened.goto(page)
    await opened.getByRole('heading', { name: 'Pessoa apagada' }).waitFor()
    await opened.getByText('Concluído: ninguém pode ler').waitFor()
    t.pass()
  })
}
