import { test } from 'tap'
import { EVERY_FACT } from '../examples/every-fact.ts'
import { askDuck } from '../tools/export/duck.ts'
import { runProcess, temporaryFolder } from '../tools/export/exporting.ts'
import { seededLog } from '../tools/export/seeded-log.ts'

const FACTS = 60_000
/** Much less than the texts need. */
const HEAP = '--max-old-space-size=128'

test('an export larger than its memory completes, in both formats', async (t) => {
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
    const { stdout } = await runProcess(args, { EVENTSTORE_URL: log.url }, [HEAP])
    t.match(stdout, new RegExp(`^${FACTS} facts in `))
    const counted =
      'select count(*)::INT as rows, count(distinct event_id)::INT as ids from message'
    t.same(await askDuck(out, counted), [{ rows: FACTS, ids: FACTS }])
  }
})
