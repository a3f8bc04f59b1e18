import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { electLeader } from '@recado/projectors/runtime/leader-election'
import { Client } from 'pg'
import { type Test, test } from 'tap'
import { eventually } from '../../kit/eventually.ts'
import { NODE_FLAGS } from '../../kit/node-flags.ts'
import { testDatabase } from '../../kit/postgres.ts'
import { tcpProxy } from '../../kit/tcp-proxy.ts'

const PROCESS = fileURLToPath(new URL('./leader-process.ts', import.meta.url))
const database = await testDatabase('leaders')

/** A process that wants to lead, and the messages it has sent. */
function candidate(t: Test, url = database.url) {
  const child: ChildProcess = spawn(process.execPath, [...NODE_FLAGS, PROCESS, url], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const told: string[] = []
  child.on('message', (said) => told.push(String(said)))
  t.teardown(() => child.kill('SIGKILL'))
  return { child, told, leads: () => eventually(() => told.includes('leads')) }
}

test('leadership', async (t) => {
  t.teardown(() => database.drop())

  await t.test(
    'moves from a frozen process to a standby, and the frozen one loses it when it wakes',
    async (t) => {
      const [one, other] = [candidate(t), candidate(t)]
      const [leader, standby] = await Promise.race([
        one.leads().then(() => [one, other] as const),
        other.leads().then(() => [other, one] as const),
      ])
      await eventually(() => standby.told.includes('stands by'))
      leader.child.kill('SIGSTOP')
      await standby.leads()
      t.notOk(leader.told.includes('lost'), 'a frozen process notices nothing')
      leader.child.kill('SIGCONT')
      await eventually(() => leader.told.includes('lost'))
      t.notOk(standby.told.includes('lost'))
      standby.child.kill('SIGKILL')
      await once(standby.child, 'exit')
      await eventually(() => leader.told.filter((said) => said === 'leads').length === 2)
    },
  )

  await t.test(
    'moves to a standby when the leader no longer hears from Postgres, and the leader stops by itself',
    async (t) => {
      const url = new URL(database.url)
      const wire = await tcpProxy(Number(url.port))
      t.teardown(() => wire.close())
      url.port = String(wire.port)
      const leader = candidate(t, url.href)
      await leader.leads()
      const standby = candidate(t)
      await eventually(() => standby.told.includes('stands by'))
      wire.lose()
      await standby.leads()
      await eventually(() => leader.told.includes('lost'))
      wire.heal()
      standby.child.kill('SIGKILL')
      await eventually(() => leader.told.filter((said) => said === 'leads').length === 2)
    },
  )

  await t.test(
    'stays with a leader that has no queries to run, because it pings Postgres',
    async (t) => {
      const watcher = new Client({ connectionString: database.url })
      await watcher.connect()
      t.teardown(() => watcher.end())
      const ending = new AbortController()
      const said = new Set<string>()
      await electLeader(
        {
          databaseUrl: database.url,
          ...{ role: 'other', signal: ending.signal, silenceMs: 8_000, onError: () => undefined },
        },
        async ({ client }) => {
          const { rows } = await client.query('select pg_backend_pid() as pid')
          const asked = 'select query_start from pg_stat_activity where pid = $1'
          await eventually(async () => {
            const [session] = (await watcher.query(asked, [rows[0].pid])).rows
            return said.add(String(session.query_start.getTime())).size > 3
          })
          ending.abort()
        },
      )
      t.ok(said.size > 3)
    },
  )
})
