import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { test } from 'tap'
import { EVERY_FACT } from '../examples/every-fact.ts'
import { askDuck } from '../tools/export/duck.ts'
import { temporaryFolder } from '../tools/export/exporting.ts'
import { seededLog } from '../tools/export/seeded-log.ts'

const MAIN = fileURLToPath(new URL('../../tools/export/main.ts', import.meta.url))
const FACTS = Number(process.env.SOAK_FACTS ?? 120_000)
/** Of the process, in MiB; the texts alone have three times as much at 120,000 facts. */
const HEAP = 128

test('an export of more than its memory ends, in both formats', async (t) => {
  const log = await seededLog('export_soak')
  t.teardown(() => log.stop())
  const { intent, ...ids } = EVERY_FACT.MessageReceived
  for (let n = 0; n < FACTS / 100; n += 1) {
    const facts = Array.from({ length: 100 }, (_, i) => ({
      type: 'MessageReceived',
      data: { ...ids, intent: { ...intent, text: `${n}.${i} `.repeat(500) } },
    }))
    await log.add(`message-${n}`, facts)
  }
  for (const format of ['ndjson', 'parquet']) {
    const out = await temporaryFolder(t)
    const args = ['--format', format, '--content', 'full', '--out', out]
    t.match(await exported(args, log.url), new RegExp(`^${FACTS} facts in `))
    const counted =
      'select count(*)::INT as rows, count(distinct event_id)::INT as ids from message'
    t.same(await askDuck(out, counted), [{ rows: FACTS, ids: FACTS }])
  }
})

/** Runs the export with little memory. @returns the last line that it printed */
async function exported(args: readonly string[], url: string): Promise<string> {
  const heap = `--max-old-space-size=${HEAP}`
  const child = spawn(
    process.execPath,
    [heap, '--conditions=@recado/source', '--import=tsx', MAIN, ...args],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '', EVENTSTORE_URL: url },
    },
  )
  const [out] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return out.trimEnd().split('\n').at(-1) ?? ''
}
