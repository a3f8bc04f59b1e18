import { admitUser } from '@recado/infra/event-store/admit-user'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { userTool } from '@recado/tools/eventstore-user/user-tool'
import { test } from 'tap'
import { selfSigned } from '../embedded-store/self-signed.ts'
import { all, clientOf, events, failureOf, newStream } from '../embedded-store/store-under-test.ts'
import { startStore } from '../kit/event-store.ts'

test('an EventStoreDB user with the fewest rights', async (t) => {
  const tls = await selfSigned(t)
  const store = await startStore('user', { tls })
  t.teardown(() => store.stop())
  const address = `${store.url}&tlsCAFile=${tls.cert}`
  const as = (login: string) => address.replace('//', `//${login}@`)
  const url = as('admin:changeit')
  const run = async (env: Record<string, string>, ...args: string[]) => {
    const [lines, told]: [string[], string[]] = [[], []]
    const print = async (line: string) => void lines.push(line)
    const code = await userTool({ args, env, print, note: (line) => void told.push(line) })
    return { code, lines, told }
  }
  const password = { EVENTSTORE_USER_PASSWORD: 'secret-1' }
  const admin = clientOf(t, url)
  const denied = { type: 'access-denied' }

  await t.test(
    'is created with access control lists that allow its work and exclude everybody else',
    async (t) => {
      t.match(await run(password, '--url', url), {
        code: 0,
        lines: ['recado may do what Recado needs, and no more'],
        told: ['user created', 'access control lists set'],
      })
      const recado = clientOf(t, as('recado:secret-1'))
      const nobody = clientOf(t, address)
      const stream = newStream()
      await recado.appendToStream(stream, events(2))
      t.ok((await all(recado.readAll())).length >= 2)
      t.match(await failureOf(all(recado.readStream('$settings'))), denied)
      t.match(await failureOf(all(recado.readStream('$user-recado'))), denied)
      t.match(await failureOf(recado.setStreamMetadata('$all', {})), denied)
      t.match(await failureOf(nobody.appendToStream(stream, events(1))), denied)
      t.match(await failureOf(all(nobody.readStream(stream))), denied)
      t.match(await failureOf(nobody.deleteStream(stream)), denied)
      t.match(await failureOf(all(clientOf(t, as('recado:other')).readAll())), denied)
      await recado.deleteStream(stream)
    },
  )

  await t.test('is enough for the product, whose store connects as that user', async (t) => {
    const { store: log } = connectEventStore(as('recado:secret-1'))
    t.teardown(() => log.close())
    t.equal(await log.readLast(newStream()), null)
    t.type(await log.head(), 'bigint')
  })

  await t.test('is not created twice, and nothing is written when nothing differs', async (t) => {
    const before = await all(admin.readAll())
    t.match(await run(password, '--url', url), { code: 0, told: [] })
    t.equal((await all(admin.readAll())).length, before.length)
  })

  await t.test('gets another password, and the old one is refused', async (t) => {
    const other = { EVENTSTORE_USER_PASSWORD: 'secret-2', EVENTSTORE_ADMIN_URL: url }
    t.match(await run(other), { code: 0, told: ['password set'] })
    t.match(await failureOf(all(clientOf(t, as('recado:secret-1')).readAll())), denied)
    t.ok(await all(clientOf(t, as('recado:secret-2')).readAll()))
  })

  await t.test('keeps the rights that an operator gave to others', async (t) => {
    await admin.setStreamMetadata('$all', { acl: { readRoles: ['analyst'] }, team: 'data' })
    t.match(await run({ EVENTSTORE_USER_PASSWORD: 'secret-2' }, '--url', url), {
      code: 0,
      told: ['access control lists set'],
    })
    const { metadata } = await admin.getStreamMetadata('$all')
    t.match(metadata, { acl: { readRoles: ['analyst', '$admins', 'recado'] }, team: 'data' })
  })

  await t.test(
    'is refused where users are not supported, or with arguments missing or rights too low',
    async (t) => {
      const more = { EVENTSTORE_USER_PASSWORD: 'secret-3' }
      const refused = (message: RegExp) => ({ name: 'UsageError', message })
      await t.rejects(
        run(more, '--url', 'esdb://admin:a@127.0.0.1:1?tls=false'),
        refused(/no users/),
      )
      await t.rejects(run({}, '--url', url), refused(/EVENTSTORE_USER_PASSWORD/))
      await t.rejects(run(more), refused(/--url/))
      const asEva = { url: as('eva:x'), username: 'other', password: 'x' }
      await t.rejects(admitUser(asEva), /Access Denied/)
    },
  )
})
