import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Finding } from '@recado/application/audit/finding'
import type { NewEvent } from '@recado/infra/event-store/event-store'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { auditCommand } from '@recado/tools/audit/audit-command'
import { TRANSLATION_VERSION } from '@recado/translation/translation-version'
import { type Test, test } from 'tap'
import { alterLog, type LogTables, type StoredEvent } from '../kit/altered-log.ts'
import { audited, auditedWhole } from '../kit/audited.ts'
import { startStore } from '../kit/event-store.ts'
import { eventually } from '../kit/eventually.ts'
import { toolSettings } from '../kit/run-tool.ts'
import { startWorld } from '../kit/world.ts'

const PEOPLE = 9

/** A finding that the audit must report, in the order of the log. */
type Expected = { what: Finding['what']; event: StoredEvent }

test('an audit finds each change made to the log', async (t) => {
  const store = await startStore('planted')
  t.teardown(() => store.stop())
  const world = await startWorld({
    settings: { EVENTSTORE_URL: store.url },
    tampersWithLog: true,
  })
  t.teardown(() => world.stop())
  for (let n = 0; n < PEOPLE; n++) await world.userWrites(`551198765432${n}`, `Text ${n}`)
  await eventually(async () => {
    type Page = { pagination: { total: number } }
    return (await world.api().get<Page>('/messages')).body.pagination.total === PEOPLE
  })
  // Events that intake has not reached are not missing, and its position is stored only now and then.
  await eventually(async () => {
    type Status = { data: { intake: { lag_seconds: number | null } } }
    const { body } = await world.product().operator.get<Status>('/status')
    return body.data.intake.lag_seconds === 0
  })
  t.equal((await auditedWhole(world.product().config)).summary, summary(PEOPLE, 0, 0))

  await world.restart(async (config) => {
    const planted: Expected[] = []
    await alterLog(store, config, async (tables) => void planted.push(...(await plant(tables))))
    const extra = await appendExtra(store.url, planted)

    const { code, findings, summary: last } = await audited(config)
    for (const { what, event } of planted)
      t.ok(
        findings.some((one) => one.what === what && one.event_id === event.id),
        `${what} at ${event.stream}`,
      )
    for (const id of extra)
      t.match(
        findings.filter(({ event_id }) => event_id === id),
        [{ verdict: 'difference', what: 'fact_extra' }],
      )
    t.equal(findings.length, planted.length + extra.length, 'and nothing else')
    t.equal(last, summary(PEOPLE, findings.length - 1, 1))
    t.equal(code, 1)

    const strict = await audited(config, '--strict')
    t.equal(strict.summary, summary(PEOPLE, findings.length, 0))

    await t.test('an audit can be limited to positions', (t) => bounds(t, config, findings))
    await t.test('an audit that was stopped continues where it stopped', (t) =>
      resumed(t, config, findings),
    )
    const elsewhere = await audited(config, '--connection', randomUUID())
    t.equal(elsewhere.summary, summary(0, 0, 0), 'another connection has none of it')
  })
})

function summary(events: number, differences: number, unprovable: number): string {
  return `${events} events, ${differences} differences, ${unprovable} unprovable`
}

type Body = { body: string; body_sha256: string; payload: object }

async function plant(tables: LogTables): Promise<readonly Expected[]> {
  const raws = await tables.ofType('ProviderEventReceived')
  const messages = await tables.ofType('MessageReceived')
  const messageOf = (raw: StoredEvent) =>
    messages.find(({ meta }) => meta.$causationId === raw.id) as StoredEvent
  const [byte, forged, payload, fact, lost, older, newer, gap, type] = raws
  const all = { byte, forged, payload, fact, lost, older, newer, gap, type }
  const of = all as Record<keyof typeof all, StoredEvent>

  const { body } = of.byte.data as Body
  await tables.change(of.byte, { data: { ...of.byte.data, body: body.replace('Text', 'Tezt') } })

  const other = (of.forged.data as Body).body.replace('}', ' }')
  const body_sha256 = createHash('sha256').update(other).digest('hex')
  await tables.change(of.forged, { data: { ...of.forged.data, body: other, body_sha256 } })

  const said = JSON.stringify(of.payload.data.payload).replace('Text', 'Tezt')
  await tables.change(of.payload, { data: { ...of.payload.data, payload: JSON.parse(said) } })

  const changed = messageOf(of.fact)
  const text = JSON.stringify(changed.data).replaceAll('Text', 'Tezt')
  await tables.change(changed, { data: JSON.parse(text) })

  await tables.remove(messageOf(of.lost))
  const [old, young] = [messageOf(of.older), messageOf(of.newer)]
  await tables.change(old, { meta: { ...old.meta, translation_version: 1 } })
  await tables.change(young, { meta: { ...young.meta, translation_version: 99 } })

  const person = await tables.ofStream(`contact-${messageOf(of.gap).data.contact_id}`)
  const [, second, third] = person as [StoredEvent, StoredEvent, StoredEvent]
  await tables.remove(second)

  const [opened] = await tables.ofStream(`conversation-${messageOf(of.type).data.conversation_id}`)
  const conversation = opened as StoredEvent
  await tables.change(conversation, { type: 'ConversationForgotten' })

  const [key] = (await tables.ofType('ApiKeyIssued')) as [StoredEvent]
  const { scopes: _, ...rest } = key.data
  await tables.change(key, { data: rest })

  const [account] = (await tables.ofType('AccountOpened')) as [StoredEvent]
  await tables.change(account, { meta: { ...account.meta, $causationId: randomUUID() } })

  return [
    { what: 'bytes_changed', event: of.byte },
    { what: 'signature_wrong', event: of.forged },
    { what: 'payload_changed', event: of.payload },
    { what: 'fact_changed', event: messageOf(of.payload) },
    { what: 'fact_changed', event: changed },
    { what: 'fact_missing', event: of.lost },
    { what: 'other_translation', event: old },
    { what: 'other_translation', event: young },
    { what: 'revision_gap', event: third },
    { what: 'fact_unreadable', event: conversation },
    { what: 'fact_unreadable', event: key },
    { what: 'cause_missing', event: account },
  ]
}

/** Appends two facts without a raw event that says the same: one with another cause, one without. @returns their ids */
async function appendExtra(url: string, planted: readonly Expected[]): Promise<readonly string[]> {
  const { store } = connectEventStore(url)
  const { data, meta } = planted.find(({ what }) => what === 'other_translation')?.event ?? {}
  const ids = [randomUUID(), randomUUID()]
  for (const [n, id] of ids.entries()) {
    const message_id = randomUUID()
    const version = { ...meta, translation_version: TRANSLATION_VERSION }
    const metadata = n === 0 ? version : { ...version, $causationId: randomUUID() }
    const event = { type: 'MessageReceived', data: { ...data, message_id }, id, metadata }
    await store.append(`message-${message_id}`, 'no_stream', [event as unknown as NewEvent])
  }
  await store.close()
  return ids
}

type Config = Parameters<typeof audited>[0]

async function bounds(t: Test, config: Config, findings: readonly Finding[]): Promise<void> {
  const [, second, third] = findings as [Finding, Finding, Finding]
  const between = await audited(config, '--from', second.position, '--to', third.position)
  t.strictSame(between.findings, [second, third])
  const later = await audited(config, '--from', '2999-01-01')
  t.equal(later.summary, summary(0, 0, 0))
  t.equal(later.code, 0)
  await t.rejects(audited(config, '--from', 'yesterday'), { name: 'UsageError' })
  await t.rejects(audited(config, '--form', '1'), { name: 'UsageError' })
}

async function resumed(t: Test, config: Config, findings: readonly Finding[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'recado-audit-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'audit.json')
  const told: string[] = []
  const printed: Finding[] = []
  const print = async (line: string) => {
    if (printed.length === 3) throw new Error('nobody reads any longer')
    printed.push(JSON.parse(line))
  }
  const env = toolSettings(config)
  const args = ['--resume', file]
  await t.rejects(auditCommand({ args, env, print, note: (line) => void told.push(line) }))
  t.match(told.join('\n'), /go on with --from \d+/)
  const rest = await audited(config, ...args)
  t.strictSame([...printed, ...rest.findings], findings)
  t.equal(rest.summary, summary(PEOPLE, findings.length - 1, 1), 'all of it is counted')
  await t.rejects(rm(file), { code: 'ENOENT' }, 'a completed audit leaves no file to resume')
}
