import { rm } from 'node:fs/promises'
import { startPostgres } from '@recado/standalone/servers/postgres'
import { t as file, test } from 'tap'
import { eventually } from '../../kit/eventually.ts'
import { scratchFolder } from '../../kit/scratch.ts'
import { heldAppend, heldTurn } from './held-steps.ts'
import { recoveryAhead, timeless } from './recover-after.ts'
import { post, sendingWorld, somePhone } from './sending-world.ts'

const MINUTES_2 = 120_000

const dataDir = await scratchFolder('recado-killed-')
const begin = (port: number) => startPostgres({ dataDir, port, log: () => undefined })
let server = await begin(0)
await server.createDatabase('reads')
const world = await sendingWorld({ DATABASE_URL: server.url('reads') })
file.teardown(async () => {
  await world.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('when Postgres is killed between a claim and its call, the call is made once, by the same process', async (t) => {
  const { id, key } = await world.account()
  const connection = await world.connection(id)
  const to = somePhone()
  await post(world, key, '/messages', { from: connection.id, to, text: 'first' })
  await world.forget()

  const sender = await timeless(world, t)
  const turn = heldTurn(world, t)
  const body = { from: connection.id, to, text: 'claimed' }
  const answer = post(sender, key, '/messages', body, { 'idempotency-key': 'claimed-and-killed' })
  const ofText = `select id, provider_message_id from messages where text = 'claimed'`
  const messageId = await eventually(
    async () => (await world.pool.query(ofText)).rows[0]?.id as string | undefined,
  )
  const types = async () => (await world.story(`message-${messageId}`)).map(({ type }) => type)
  const claim = heldAppend(world, t, 'MessageSendAttempted', messageId)
  turn.comes()
  await eventually(async () => (await types()).at(-1) === 'MessageSendAttempted')

  process.kill(server.pid, 'SIGKILL')
  await server.ended
  server = await begin(server.port)

  const stop = recoveryAhead(world, MINUTES_2)
  t.teardown(stop)
  await eventually(async () => (await types()).includes('MessageSendUnresolved'))
  t.equal((await world.calls()).length, 0, 'no other process calls for a claimed send')
  claim.isAnswered()
  t.match(await answer, { status: 202 })
  await eventually(async () => (await types()).includes('MessageSent'))
  t.equal((await world.calls()).length, 1)
  t.equal((await world.accepted()).length, 1)
  await eventually(async () => (await world.pool.query(ofText)).rows[0]?.provider_message_id)
})
