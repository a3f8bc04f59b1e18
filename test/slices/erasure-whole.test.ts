import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { STRUCTURED_EVENTS } from '@recado/contract/whatsapp-event-names'
import { GRAPH_EVENTS } from '@recado/infra/providers/graph-api/native-events'
import { exportTool } from '@recado/tools/export/export-tool'
import { rebuildTool } from '@recado/tools/rebuild/rebuild-tool'
import { t as file, test } from 'tap'
import { signedIn } from '../kit/dashboard.ts'
import { deliveriesOf } from '../kit/deliveries.ts'
import { erased } from '../kit/erased.ts'
import { eventually } from '../kit/eventually.ts'
import { everyAnswer } from '../kit/every-answer.ts'
import { filesLeft, leftOf, wordsIn } from '../kit/left-of.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { testNats } from '../kit/nats.ts'
import { runTool } from '../kit/run-tool.ts'
import { wholePerson } from '../kit/whole-person.ts'
import { startWorld } from '../kit/world.ts'

const nats = await testNats()
const written: string[] = []
const logTo = new Writable({
  write(chunk: Buffer, _encoding, done) {
    written.push(chunk.toString())
    done()
  },
})
const folder = await mkdtemp(join(tmpdir(), 'recado-erasure-'))
const world = await startWorld({
  settings: { FACT_KEYS: 'own', NATS_URL: nats.url, LOG_LEVEL: 'debug', SEND_RETRY_MS: '0' },
  logTo,
})
file.teardown(async () => {
  await world.stop()
  await nats.stop()
  await rm(folder, { recursive: true })
})
const api = () => world.api()

/** What the endpoint answers to deliveries that fail, and a send that waits, are part of what was said of a person. */
async function withTroubles(phone: string, conversation_id: string): Promise<readonly string[]> {
  const words = ['Wanda-Excerpt', 'Wanda-Failing', 'Wanda-Waiting']
  world.customer.answers(500, words[0])
  await metaSays(world, { messages: [textFrom({ phone }, { text: { body: words[1] } })] })
  await eventually(async () => {
    const failed = (await deliveriesOf(api(), 'limit=200')).filter(({ last_error }) => last_error)
    return failed.length > 1
  })
  await world.sim('POST', '/faults', { kind: 'error', code: 130429, count: 1000, to: phone })
  await api().post('/messages', { conversation_id, text: words[2] })
  return words
}

/** Until each word was stored, and so everything that brought one was recorded. */
async function stored(words: readonly string[]): Promise<void> {
  // The id of a request is stored only as what is computed of it.
  const wanted = words.filter((word) => !word.includes('request-'))
  const missing = async () => {
    const found = (await leftOf(world.product().config, wanted)).join(' ')
    return wanted.filter((word) => !found.includes(word))
  }
  await eventually(async () => (await missing()).length === 0).catch(async () => {
    throw new Error(`never stored: ${await missing()}`)
  })
}

async function answersWith(words: readonly string[], more: readonly string[]) {
  const page = await signedIn(world.product(), world.tenant.id, `a${written.length}@b.example`)
  const answers = [
    ...(await everyAnswer(api(), 'openapi.json', more)),
    ...(await everyAnswer(page, 'dashboard-openapi.json')),
  ]
  return answers.flatMap(({ path, text }) => {
    const hits = wordsIn(text, words)
    return hits.length > 0 ? [`${path} has ${hits.join(', ')}`] : []
  })
}

test('nothing is left of a person of whom everything was said', async (t) => {
  const events = [...STRUCTURED_EVENTS, ...GRAPH_EVENTS]
  await api().put('/webhooks', {
    connection_id: world.connection.id,
    url: world.customer.url,
    events,
  })
  const person = await wholePerson(world, 1)
  const words = [...person.words, ...(await withTroubles(person.phone, person.conversation_id))]
  await stored(words)
  await erased(api(), person.id)
  world.customer.answers(200)
  const { config } = world.product()
  const more = [
    `/find?q=${person.phone}`,
    `/media/${person.uploaded}?connection_id=${world.connection.id}`,
    `/conversations/resolve?connection_id=${world.connection.id}&phone=${person.phone}`,
  ]
  t.same(await leftOf(config, words), [], 'log and tables')
  t.same(await answersWith(words, more), [], 'answers')
  t.same(await filesLeft(nats.folder, words), [], 'NATS')
  t.same(wordsIn(written.join(''), words), [], 'log lines')
  const exported = await runTool(
    (console) => exportTool(console, new AbortController().signal),
    config,
    ...['--out', folder, '--content', 'full', '--format', 'ndjson'],
  )
  t.equal(exported.code, 0, exported.told.join('\n'))
  t.same(await filesLeft(folder, words), [], 'an export')

  const rebuilt = await runTool(
    (console) => rebuildTool(console, new AbortController().signal),
    config,
  )
  t.equal(rebuilt.code, 0, [...rebuilt.told, ...rebuilt.lines].join('\n'))
  t.same(await leftOf(config, words), [], 'a rebuild')
  t.same(await answersWith(words, more), [], 'answers after a rebuild')
})
