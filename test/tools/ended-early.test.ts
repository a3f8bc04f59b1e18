import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StoreUnavailable } from '@recado/infra/event-store/errors'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { runAudit } from '@recado/tools/audit/audit'
import { type AuditOptions, auditOptions } from '@recado/tools/audit/options'
import { openResume, type Progress, type Resume } from '@recado/tools/audit/resume'
import { type ReplayOptions, replayOptions } from '@recado/tools/replay/options'
import { type ReplayRun, runReplay } from '@recado/tools/replay/replay'
import type { ToolServices } from '@recado/tools/services'
import { type Test, test } from 'tap'
import { accountId, accountOpened } from '../examples/account.ts'
import { PERSON_IDS } from '../kit/person-ids.ts'
import { recorded } from '../kit/projecting.ts'
import { readLog } from './read-log.ts'
import { textsReceived } from './texts-received.ts'

const connection = randomUUID()
const facts = Array.from({ length: 500 }, () =>
  recorded(`account-${randomUUID()}`, accountOpened, { account_id: accountId }),
) as readonly RecordedEvent[]
const NO_PROGRESS: Progress = {
  position: null,
  totals: { events: 0, differences: 0, unprovable: 0 },
}

/** A signal that aborts when the log yields its event of this index, and how many events were read. */
function interruptedAt(index: number, log = facts) {
  const interruption = new AbortController()
  const seen = { reads: 0 }
  const store = readLog(log, () => {
    if (seen.reads++ === index) interruption.abort()
  })
  const pool = { query: async () => ({ rows: [{ position: Number.MAX_SAFE_INTEGER }] }) }
  const services = { store, pool, personIds: PERSON_IDS } as unknown as ToolServices
  return { services, signal: interruption.signal, seen }
}

function spoken() {
  const lines: string[] = []
  const told: string[] = []
  const print = async (line: string) => void lines.push(line)
  return { lines, told, console: { print, note: (line: string) => void told.push(line) } }
}

const quiet = auditOptions(['--connection', connection]) as AuditOptions

async function auditOf({ services, signal }: Pick<ReplayRun, 'services' | 'signal'>) {
  const saved: Progress[] = []
  const resume: Resume = {
    progress: NO_PROGRESS,
    save: async (progress) => void saved.push(progress),
    forget: async () => undefined,
  }
  const { console } = spoken()
  return { ...(await runAudit({ services, options: quiet, resume, console, signal })), saved }
}

test('an audit of a quiet connection ends at once, and keeps how far it came', async (t) => {
  const run = interruptedAt(100)
  const { isWhole, position, saved, totals } = await auditOf(run)
  t.equal(isWhole, false)
  t.equal(run.seen.reads, 101)
  t.ok(position !== null && position > (facts[50]?.position ?? 0n))
  t.same(saved.at(-1)?.position, position)
  t.same(totals, NO_PROGRESS.totals)
})

test('an audit that was interrupted behind its last event is whole', async (t) => {
  const { services } = interruptedAt(Number.POSITIVE_INFINITY)
  const interruption = new AbortController()
  async function* readAll(range: Parameters<typeof services.store.readAll>[0]) {
    yield* services.store.readAll(range)
    interruption.abort()
  }
  const { signal } = interruption
  const run = { services: { ...services, store: { ...services.store, readAll } }, signal }
  const { isWhole, position } = await auditOf(run)
  t.equal(isWhole, true)
  t.equal(position, facts.at(-1)?.position)
})

test('a replay of a quiet connection ends at once, and says where to go on', async (t) => {
  const run = interruptedAt(100)
  const { console, told } = spoken()
  const options = replayed('--connection', connection)
  t.equal(await runReplay({ ...run, options, console }), null)
  t.equal(run.seen.reads, 101)
  t.match(told, [/^ended early; go on with --from \d+$/])
})

test('a replay that is interrupted while it records says where to go on', async (t) => {
  const raw = textsReceived(accountId, connection, ['Oi'])
  const run = interruptedAt(Number.POSITIVE_INFINITY, [...facts.slice(0, 40), raw])
  const interruption = new AbortController()
  const store = {
    ...run.services.store,
    ping: async () => false,
    async append() {
      throw new StoreUnavailable('away', { outcomeUnknown: true })
    },
  }
  const told: string[] = []
  const note = (line: string) => {
    told.push(line)
    interruption.abort()
  }
  const services = { ...run.services, store } as unknown as ToolServices
  const console = { print: async () => undefined, note }
  const options = replayed('--apply')
  t.equal(await runReplay({ services, options, console, signal: interruption.signal }), null)
  t.match(told, [/does not answer/, `ended early; go on with --from ${facts[39]?.position}`])
})

test('a resume file that no audit has written is refused', async (t) => {
  const file = await resumeFile(t)
  const options = { ...quiet, resume: file }
  const refused = { name: 'UsageError', message: /is not of an audit with these options/ }
  const totals = { events: 0, differences: 0, unprovable: 0 }
  await (await openResume(options)).save({ position: 7n, totals })
  t.equal((await openResume(options)).progress.position, 7n)
  await t.rejects(openResume({ ...options, strict: true }), refused)
  const ofAudit = { options: JSON.stringify({ from: null, to: null, connection, strict: false }) }
  for (const wrong of [
    ofAudit,
    { ...ofAudit, position: '7' },
    { ...ofAudit, position: 'x', totals },
    [],
    1,
  ]) {
    await writeFile(file, JSON.stringify(wrong))
    await t.rejects(openResume(options), refused, JSON.stringify(wrong))
  }
})

const replayed = (...args: string[]) => replayOptions(args) as ReplayOptions

async function resumeFile(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recado-resume-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'audit.json')
}
