import type { Bench } from './bench.ts'
import { contactsBench } from './contacts.ts'
import { deliveriesBench } from './deliveries.ts'
import { storeBench } from './event-store.ts'
import { firstPageBench } from './first-page.ts'
import { forgedBench } from './forged.ts'
import { hooksBench } from './hooks.ts'
import { intakeBench } from './intake.ts'
import { lagBench } from './lag.ts'
import { listsBench } from './lists.ts'
import { mediaBench } from './media.ts'
import { readOptions } from './options.ts'
import { pagesBench } from './pages.ts'
import { processesBench } from './processes.ts'
import { projectorBench } from './projector.ts'
import { relayBench } from './relay.ts'
import type { Row } from './report.ts'
import { table } from './report.ts'
import { searchBench } from './search.ts'
import { sendTimeBench } from './send-time.ts'
import { sendsBench } from './sends.ts'
import { openLab } from './stack.ts'
import { stagesBench } from './stages.ts'
import { tracingBench } from './tracing.ts'
import { watchersBench } from './watchers.ts'
import { webhooksBench } from './webhooks.ts'

/** In the order in which they run. */
const benches: readonly Bench[] = [
  storeBench,
  pagesBench,
  listsBench,
  searchBench,
  contactsBench,
  stagesBench,
  projectorBench,
  lagBench,
  hooksBench,
  forgedBench,
  intakeBench,
  sendsBench,
  sendTimeBench,
  mediaBench,
  webhooksBench,
  deliveriesBench,
  relayBench,
  processesBench,
  firstPageBench,
  watchersBench,
  tracingBench,
]

/** No bench starts later than this, so that a run ends within about twelve minutes. */
const LAST_START_MS = 11 * 60_000

const options = readOptions(benches.map(({ name }) => name))
const chosen = benches.filter(
  ({ name }) => options.only.length === 0 || options.only.includes(name),
)
const begun = performance.now()
const heard: string[] = []
const lab = await openLab((line) => void (heard.push(line) > 15 && heard.shift()))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(130))
process.once('uncaughtException', (error) => {
  progress(String(error.stack))
  void stop(1)
})
try {
  const rows: Row[] = []
  for (const bench of chosen) rows.push(...(await measured(bench)))
  process.stdout.write(`\n${table(rows)}\n`)
} finally {
  await lab.close()
}

async function measured(bench: Bench): Promise<readonly Row[]> {
  if (performance.now() - begun > LAST_START_MS) {
    progress(`${bench.name} left out: the run has taken long enough; use --only ${bench.name}`)
    return []
  }
  progress(bench.name)
  const { rows, quick } = options
  try {
    return await bench.run({
      lab,
      rows,
      rounds: quick ? 1 : 3,
      ms: quick ? 300 : 1_000,
      progress: (what) => progress(`  ${what}`),
    })
  } catch (error) {
    process.exitCode = 1
    progress(`${bench.name} failed: ${error instanceof Error ? error.stack : String(error)}`)
    for (const line of heard.splice(0)) progress(`  | ${line}`)
    return []
  } finally {
    await lab.clear()
  }
}

function progress(line: string): void {
  const seconds = ((performance.now() - begun) / 1_000).toFixed(0).padStart(4)
  process.stderr.write(`${seconds}s ${line}\n`)
}

async function stop(code: number): Promise<void> {
  await lab.close()
  process.exit(code)
}
