import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Fact } from '@recado/domain/decision'
import { UsageError } from '@recado/tools/run-tool'
import { t as file, test } from 'tap'
import { EVERY_FACT } from '../../examples/every-fact.ts'
import { askDuck } from './duck.ts'
import { bytesIn, linesOf, runExport, runProcess, temporaryFolder } from './exporting.ts'
import { seededLog } from './seeded-log.ts'

const log = await seededLog('export')
file.teardown(() => log.stop())
/** A vault that nothing asks: no fact of this log is sealed. */
const vault = { VAULT_URL: 'postgres://nobody', VAULT_KEY: Buffer.alloc(32, 1).toString('base64') }
const env = { EVENTSTORE_URL: log.url, ...vault }
const accounts = ['6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01', '6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a02']
const day = (n: number) => `2026-01-${String(n).padStart(2, '0')}`

const fact = <Type extends keyof typeof EVERY_FACT>(type: Type): Fact => ({
  type,
  data: EVERY_FACT[type],
})

/** Ten days: daily some messages, a status and a sale per account; on the fifth day facts of every other kind. */
const positions: bigint[] = []
for (let n = 1; n <= 10; n += 1) {
  for (const [i, account] of accounts.entries()) {
    const at = `${day(n)}T0${i}:00:00.000Z`
    const messages = Array.from({ length: 8 }, () => fact('MessageReceived'))
    await log.add(`message-${n}.${i}`, [...messages, fact('MessageSent')], at, account)
    await log.add(`providerMessage-${n}.${i}`, [fact('MessageStatusReported')], at, account)
    positions.push(await log.add(`sale-${n}.${i}`, [fact('SaleRecorded')], at, account))
  }
  if (n === 5) await log.add('funnel-1', [fact('StageAdded'), fact('StageRemoved')], day(n))
  if (n === 5) await log.add('providerPost-1', [fact('ProviderPostReceived')], day(n))
  if (n === 5) await log.add('foreign-1', [{ type: 'Foreign', data: {} }], day(n))
}

test('all facts are exported in order, in files of bounded size', async (t) => {
  const out = await temporaryFolder(t)
  const run = await runExport(['--format', 'ndjson', '--out', out], env)

  t.equal(run.code, 0)
  t.same(run.out, ['222 facts in 8 files'])
  t.match(run.err.at(-1), /the next export goes on with --from \d+/)
  const messages = await linesOf(out, 'message')
  t.equal(messages.length, 180)
  t.same(
    messages.map(({ position }) => position),
    messages.map(({ position }) => Number(position)).sort((a, b) => a - b),
  )
  t.same(Object.keys(await bytesIn(out)).sort(), [
    'funnel-000001.ndjson',
    'manifest.json',
    ...[1, 2, 3, 4, 5].map((n) => `message-00000${n}.ndjson`),
    'providerMessage-000001.ndjson',
    'sale-000001.ndjson',
    'views.sql',
  ])
})

test('npm run export prints how much it has written', async (t) => {
  const out = await temporaryFolder(t)
  const { code, stdout } = await runProcess(
    ['--category', 'sale', '--out', join(out, 'sales')],
    env,
  )
  t.equal(code, 0)
  t.equal(stdout, '20 facts in 1 files\n')
  t.equal((await stat(join(out, 'sales'))).mode & 0o777, 0o700)
})

test('both formats have the same typed rows in DuckDB', async (t) => {
  const [lines, parquet] = [await temporaryFolder(t), await temporaryFolder(t)]
  await runExport(['--format', 'ndjson', '--out', lines, '--content', 'full'], env)
  await runExport(['--format', 'parquet', '--out', parquet, '--content', 'full'], env)

  for (const view of ['message', 'sale', 'funnel', 'call']) {
    const question = `select * from "${view}" order by position`
    const rows = await askDuck(parquet, question)
    t.same(await askDuck(lines, question), rows, view)
    t.equal(rows.length, { message: 180, sale: 20, funnel: 2, call: 0 }[view])
    const described = `select column_name, column_type from (describe "${view}")`
    t.same(await askDuck(lines, described), await askDuck(parquet, described))
  }
  const [row] = await askDuck(
    parquet,
    `select intent_party->>'$.phone' as phone, intent_provider_timestamp, typeof(position) as kind
    from message where type = 'MessageReceived' limit 1`,
  )
  const phone = EVERY_FACT.MessageReceived.intent.party.phone
  t.match(row, { phone, intent_provider_timestamp: '2026-01-01 09:20:00', kind: 'BIGINT' })
})

test('exports with adjoining bounds have every fact once', async (t) => {
  const bounds: [string, string][] = [
    ['', day(3)],
    [day(3), `${day(7)}T00:30:00Z`],
    [`${day(7)}T00:30:00Z`, ''],
  ]
  const ids = await Promise.all(
    bounds.map(async ([from, to]) => {
      const out = await temporaryFolder(t)
      await runExport([`--from=${from}`, `--to=${to}`, '--format=ndjson', '--out', out], env)
      return (await linesOf(out, 'message')).map(({ event_id }) => event_id)
    }),
  )
  t.same(
    ids.map(({ length }) => length),
    [36, 81, 63],
  )
  t.equal(new Set(ids.flat()).size, 180)
})

test('a position as a bound means the last exported fact', async (t) => {
  const [, , last = 0n, , end = 0n] = positions
  const out = await temporaryFolder(t)
  const run = await runExport(
    [`--from=${last}`, `--to=${end}`, '--format=ndjson', '--out', out],
    env,
  )
  t.same(run.out, ['22 facts in 3 files'])
  t.equal((await linesOf(out, 'sale')).at(-1)?.position, Number(end))
  t.ok(run.err.includes(`the next export goes on with --from ${end}`))
})

test('an export is limited to the requested categories and account', async (t) => {
  const out = await temporaryFolder(t)
  const asked = ['--category', 'sale', '--category', 'message', '--account', accounts[1] ?? '']
  const run = await runExport([...asked, '--format', 'ndjson', '--out', out], env)
  t.same(run.out, ['100 facts in 4 files'])
  const rows = [...(await linesOf(out, 'sale')), ...(await linesOf(out, 'message'))]
  t.same([...new Set(rows.map(({ account_id }) => account_id))], [accounts[1]])
})

test('a finished export is not repeated, and stays unchanged', async (t) => {
  const out = await temporaryFolder(t)
  const first = await runExport(['--out', out], env)
  const before = await bytesIn(out)
  const again = await runExport(['--out', out], env)
  t.same(again.out, first.out)
  t.match(again.err, [/has the whole export already/])
  t.same(await bytesIn(out), before)
  await t.rejects(runExport(['--out', out, '--format', 'ndjson'], env), /has another export/)
})

test('an interrupted export continues where it stopped', async (t) => {
  const [whole, out] = [await temporaryFolder(t), await temporaryFolder(t)]
  await runExport(['--out', whole], env)
  const stopped = await runExport(['--out', out], env, AbortSignal.abort())
  t.equal(stopped.code, 130)
  t.same(stopped.out, [])
  await runExport(['--out', out], env)
  t.same(await bytesIn(out), await bytesIn(whole))
})

test('a folder with other files is left alone', async (t) => {
  const out = await temporaryFolder(t)
  await writeFile(join(out, 'thesis.txt'), 'mine')
  await t.rejects(runExport(['--out', out], env), /has other files than an export/)
  t.same(Object.keys(await bytesIn(out)), ['thesis.txt'])
  await t.rejects(runExport(['--out', join(out, 'thesis.txt')], env), /cannot write to/)
})

test('two exports do not write to the same folder', async (t) => {
  const out = await temporaryFolder(t)
  await writeFile(join(out, 'export.pid'), `${process.ppid}\n`)
  await t.rejects(runExport(['--out', out], env), new RegExp(`process ${process.ppid} exports`))
  await writeFile(join(out, 'export.pid'), '999999999\n')
  t.equal((await runExport(['--out', out], env)).code, 0)
})

test('an export of another log is not continued', async (t) => {
  const out = await temporaryFolder(t)
  const other = await seededLog('export_other')
  t.teardown(() => other.stop())
  for (let n = 0; n < 40; n += 1) await other.add(`sale-${n}`, [fact('SaleRecorded')])
  const begun = new AbortController()
  await runExport(['--out', out], { EVENTSTORE_URL: other.url }, begun.signal)
  const manifest = JSON.parse(
    Buffer.from((await bytesIn(out))['manifest.json'] ?? '', 'base64').toString(),
  )
  await mkdir(join(out, 'again'))
  const unfinished = { ...manifest, done: false, files: [] }
  await writeFile(join(out, 'again', 'manifest.json'), JSON.stringify(unfinished))
  await t.rejects(runExport(['--out', join(out, 'again')], env), /is not in this log any more/)
})

test('invalid options are refused with the rule', async (t) => {
  const out = await temporaryFolder(t)
  const fails = (args: string[], said: RegExp, from: Record<string, string> = env) =>
    t.rejects(
      runExport(['--out', out, ...args], from).catch((error) => {
        t.ok(error instanceof UsageError, args.join(' '))
        throw error
      }),
      said,
    )
  await fails(['--format', 'csv'], /--format is parquet or ndjson/)
  await fails(['--content', 'all'], /--content is ids or full/)
  await fails(['--category', 'messages'], /there is no category messages/)
  await fails(['--account', 'me'], /--account is an id/)
  await fails(['--from', 'yesterday'], /--from is a time such as/)
  await fails(['--to', '2026-13-45'], /--to is a time such as/)
  await fails(['--to', '2026-02-30'], /--to is a time such as/)
  await fails(['--from', day(2), '--to', day(1)], /--from is not before --to/)
  await fails(['--frmo', day(2)], /--frmo/)
  await fails(['--from', '123456789'], /no fact of this log stands at --from 123456789/)
  await fails([], /start it there with npm start/, { RECADO_DATA_DIR: out })
})
