import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exportLog } from '@recado/tools/export/export-log'
import { openFolder } from '@recado/tools/export/open-folder'
import { readOptions } from '@recado/tools/export/options'
import { endPosition } from '@recado/tools/export/span'
import { t as file, test } from 'tap'
import { EVERY_FACT } from '../../examples/every-fact.ts'
import { NODE_FLAGS } from '../../kit/node-flags.ts'
import { bytesIn, runExport, SMALL, temporaryFolder } from './exporting.ts'
import { seededLog } from './seeded-log.ts'

const log = await seededLog('export_killed')
file.teardown(() => log.stop())
/** A vault that nothing asks: no fact of this log is sealed. */
const vault = { VAULT_URL: 'postgres://nobody', VAULT_KEY: Buffer.alloc(32, 1).toString('base64') }
const env = { EVENTSTORE_URL: log.url, ...vault }
const MAIN = fileURLToPath(new URL('./killable-export.ts', import.meta.url))

const FACTS = 2_000
for (let n = 0; n < FACTS / 100; n += 1) {
  const types = ['MessageReceived', 'MessageSent', 'MessageSendRequested'] as const
  const messages = Array.from({ length: 90 }, (_, i) => types[i % 3] ?? 'MessageSent')
  await log.add(
    `message-${n}`,
    messages.map((type) => ({ type, data: EVERY_FACT[type] })),
  )
  const sales = Array.from({ length: 10 }, () => ({ type: 'SalePaid', data: EVERY_FACT.SalePaid }))
  await log.add(`sale-${n}`, sales)
}

for (const format of ['ndjson', 'parquet'])
  test(`an export to ${format}, killed several times, has the same bytes as an uninterrupted one`, async (t) => {
    const [whole, out] = [await temporaryFolder(t), await temporaryFolder(t)]
    const args = ['--format', format, '--content', 'full', '--out']
    const done = await runExport([...args, whole], env)

    for (const part of [0.2, 0.5, 0.8])
      t.equal(await killedAt([...args, out], FACTS * part), 'SIGKILL')
    const last = await runExport([...args, out], env)

    t.match(last.err[0], /continuing after position/)
    t.same(last.out, done.out)
    t.same(await bytesIn(out), await bytesIn(whole))
  })

test('what was written after the last manifest is written again', async (t) => {
  const [whole, out] = [await temporaryFolder(t), await temporaryFolder(t)]
  await runExport(['--out', whole], env)
  const { request } = readOptions([])
  const manifest = await openFolder(out, request, () => endPosition(log.store, request))
  const interruption = new AbortController()
  let facts = 0
  const onFact = () => {
    facts += 1
    if (facts === FACTS / 2) interruption.abort()
  }
  const { signal } = interruption
  const nobody = () => undefined
  const rest = { bounds: SMALL, signal, onFact, onReconnect: nobody }
  await exportLog({ store: log.store, folder: out, manifest, ...rest })
  const parts = (await readdir(out)).filter((name) => name.endsWith('.part'))
  for (const name of parts) await appendFile(join(out, name), '{"event_id":"half a li')

  t.ok(parts.length > 0, 'files were growing')
  await runExport(['--out', out], env)
  t.same(await bytesIn(out), await bytesIn(whole))
})

/** Starts an export in its own process, which is killed when so many facts are in finished files. @returns the signal */
async function killedAt(args: readonly string[], facts: number): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [...NODE_FLAGS, MAIN, ...args], {
    stdio: 'inherit',
    env: { ...process.env, KILLED_AT: String(facts), ...env },
  })
  await once(child, 'exit')
  return child.signalCode
}
