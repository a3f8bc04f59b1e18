import { connectNats } from '@recado/infra/nats/connect'
import { openEventsStream } from '@recado/projectors/relay/events-stream'
import { publishFresh } from '@recado/projectors/webhooks/dispatcher/publish'
import { connect, type NatsConnection } from 'nats'
import { type Test, test } from 'tap'
import { deployedCluster, deployedNats } from '../kit/deployed-nats.ts'
import { type Ends, endAll } from '../kit/ends.ts'
import { eventually } from '../kit/eventually.ts'

const OURS = '1f0c9d52-0000-4000-8000-000000000001'
const OTHERS = '1f0c9d52-0000-4000-8000-000000000002'

/** Ends when the test ends. */
function endsOf(t: Test): Ends {
  const ends: Ends = []
  t.teardown(() => endAll(ends))
  return ends
}

/** A nats-server with the deployed configuration, which has an analyst for our account. */
async function deployed(t: Test): Promise<number> {
  const { port, ready } = await deployedNats(endsOf(t), OURS, 'nats.conf')
  await ready()
  return port
}

test('the processes connect with the user in their address, and nobody connects without a user', async (t) => {
  const port = await deployed(t)
  const nats = connectNats(`nats://recado:secret-1@127.0.0.1:${port}`)
  t.teardown(() => nats.close())
  await eventually(() => nats.current() ?? undefined)
  await t.rejects(connect({ servers: `127.0.0.1:${port}` }), /Authorization/i)
})

test('in a cluster each stream has the configured number of copies, and one server may be lost', async (t) => {
  const servers = await deployedCluster(endsOf(t), OURS)
  const addresses = servers.map(({ port }) => `127.0.0.1:${port}`).join(',')
  const nats = connectNats(`nats://recado:secret-1@${addresses}`)
  t.teardown(() => nats.close())
  const opened = () => {
    const connection = nats.current()
    if (connection === null) throw new Error('NATS is away')
    return openEventsStream(connection, { days: 1, replicas: 3 })
  }
  await eventually(opened)
  publishFresh(nats, { masterKey: Buffer.alloc(32), replicas: 3 })
  const info = (stream: string) => async () => {
    const manager = await nats.current()?.jetstreamManager()
    const told = await manager?.streams.info(stream)
    // Without a leader the copies are incomplete, and a new leader does not list the others at first.
    return told?.cluster?.leader && told.cluster.replicas ? told : undefined
  }
  for (const stream of ['EVENTS', 'WHATSAPP']) {
    const { config, cluster } = await eventually(info(stream))
    t.match(
      { config, cluster },
      { config: { num_replicas: 3 }, cluster: { replicas: { length: 2 } } },
    )
  }
  const { cluster } = await eventually(info('EVENTS'))
  const leader = Number(cluster?.leader?.at(-1)) - 1
  await servers[leader]?.kill()
  t.match(await eventually(async () => (await opened()).end()), { sequence: 0, fact: null })
})

test('an analyst reads the facts of one account and nothing else', async (t) => {
  const { process, analyst } = await asked(t)
  const consumer = await analyst.jetstream({ apiPrefix: 'recado' }).consumers.get('EVENTS', OURS)
  const read = await consumer.next({ expires: 60_000 })
  t.equal(read?.string(), OURS)
  t.ok(await read?.ackAck())
  const heard: string[] = []
  const note = (error: Error | null, { subject }: { subject: string }) =>
    void (error === null && heard.push(subject))
  for (const subject of ['>', 'events.>', 'whatsapp.>'])
    analyst.subscribe(subject, { callback: note })
  for (const told of attempts(analyst)) t.match(await told, /permissions violation/i)
  process.publish(`whatsapp.message.received.${OURS}`)
  await process.jetstream().publish(`events.${OURS}.message.MessageReceived`, OURS)
  await analyst.flush()
  t.strictSame(heard, [])
  t.equal(await stored(process), 3, 'it wrote nothing')
})

test("responses to an analyst's requests cannot be sent to another subject", async (t) => {
  const { process, analyst } = await asked(t)
  const reply = `events.${OTHERS}.message.MessageReceived`
  for (const prefix of ['$JS.API', 'recado'])
    for (const body of ['1', '{"batch":1,"no_wait":true}'])
      analyst.publish(`${prefix}.CONSUMER.MSG.NEXT.EVENTS.${OURS}`, body, { reply })
  await analyst.flush()
  // This request comes after those, so its response comes after theirs.
  const consumer = await analyst.jetstream({ apiPrefix: 'recado' }).consumers.get('EVENTS', OURS)
  await consumer.next({ expires: 1_000 })
  t.equal(await stored(process), 2)
})

test('an analyst removes no stream, neither directly nor by a reply subject', async (t) => {
  const { process, analyst } = await asked(t)
  const heard: string[] = []
  // The iterator of a closed connection never ends.
  void (async () => {
    for await (const { type, permissionContext } of analyst.status())
      heard.push(`${type} ${permissionContext?.subject}`)
  })()
  // Servers before 2.10.27 obey this from any account: CVE-2025-30215.
  const subject = '$JS.API.ACCOUNT.PURGE.recado'
  const names = [subject, '$JS.API.META.LEADER.STEPDOWN', '$JS.API.STREAM.DELETE.EVENTS']
  for (const name of [...names, '$SYS.REQ.SERVER.PING', '$JS.API.SERVER.REMOVE'])
    analyst.publish(name)
  for (const prefix of ['$JS.API', 'recado'])
    for (const body of ['1', '{"batch":1,"no_wait":true}', '{"batch":1,"expires":1}'])
      for (const reply of names)
        analyst.publish(`${prefix}.CONSUMER.MSG.NEXT.EVENTS.${OURS}`, body, { reply })
  analyst.publish(`recado.CONSUMER.INFO.EVENTS.${OURS}`, '', { reply: subject })
  analyst.publish(`$JS.ACK.EVENTS.${OURS}.1.1.1.1.1`, '+NXT', { reply: subject })
  await analyst.flush()
  const consumer = await analyst.jetstream({ apiPrefix: 'recado' }).consumers.get('EVENTS', OURS)
  await consumer.next({ expires: 1_000 })
  t.equal(await stored(process), 2)
  await eventually(() => heard.some((one) => one.includes(subject)))
})

/** A stream with a fact of each account, and an analyst of our account. */
async function asked(t: Test) {
  const servers = `127.0.0.1:${await deployed(t)}`
  const process = await connect({ servers, user: 'recado', pass: 'secret-1' })
  t.teardown(() => process.close())
  const manager = await process.jetstreamManager()
  await manager.streams.add({ name: 'EVENTS', subjects: ['events.>'] })
  for (const account of [OURS, OTHERS]) {
    const filter_subject = `events.${account}.>`
    await manager.consumers.add('EVENTS', {
      durable_name: account,
      filter_subject,
      ack_policy: 'explicit' as never,
    })
    await process.jetstream().publish(`events.${account}.message.MessageReceived`, account)
  }
  const analyst = await connect({ servers, user: 'analyst', pass: 'secret-2' })
  t.teardown(() => analyst.close())
  return { process, analyst }
}

async function stored(process: NatsConnection): Promise<number> {
  const manager = await process.jetstreamManager()
  return (await manager.streams.info('EVENTS')).state.messages
}

/** The responses to every attempt to read or write something else. */
function attempts(analyst: NatsConnection): Promise<string>[] {
  const asks = (subject: string, body = '') =>
    analyst.request(subject, body, { timeout: 500 }).then(
      (answer) => answer.string(),
      (error) => String(error),
    )
  return [
    asks(`$JS.API.CONSUMER.MSG.NEXT.EVENTS.${OTHERS}`),
    asks(`recado.CONSUMER.MSG.NEXT.EVENTS.${OTHERS}`),
    asks(`recado.CONSUMER.INFO.EVENTS.${OTHERS}`),
    asks('$JS.API.STREAM.MSG.GET.EVENTS', '{"seq":1}'),
    asks('$JS.API.DIRECT.GET.EVENTS', '{"seq":1}'),
    asks('$JS.API.CONSUMER.CREATE.EVENTS', '{"stream_name":"EVENTS","config":{}}'),
    asks('$JS.API.STREAM.PURGE.EVENTS'),
    asks(`events.${OURS}.message.MessageReceived`, 'mine'),
  ]
}
