import { parseArgs } from 'node:util'
import type { Bench } from './bench.ts'
import { contactsBench } from './contacts.ts'
import { storeBench } from './event-store.ts'
import { foldBench } from './fold.ts'
import { hooksBench } from './hooks.ts'
import { intakeBench } from './intake.ts'
import { lagBench } from './lag.ts'
import { listsBench } from './lists.ts'
import { mediaBench } from './media.ts'
import { pagesBench } from './pages.ts'
import { processesBench } from './processes.ts'
import type { Row } from './report.ts'
import { table } from './report.ts'
import { sendTimeBench } from './send-time.ts'
import { sendsBench } from './sends.ts'
import { openLab } from './stack.ts'
import { stagesBench } from './stages.ts'
import { webhooksBench } from './webhooks.ts'

/** In the order they run. */
const benches: readonly Bench[] = [
  storeBench,
  pagesBench,
  listsBench,
  contactsBench,
  stagesBench,
  foldBench,
  lagBench,
  hooksBench,
  intakeBench,
  sendsBench,
  sendTimeBench,
  mediaBench,
  webhooksBench,
  processesBench,
]

/** No bench begins later, so that a run ends in about twelve minutes. */
const LAST_START_MS = 11 * 60_000

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    rows: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
})
const chosen = chosenBenches(values.only)
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
  const quick = values.quick
  try {
    return await bench.run({
      lab,
      rows: Number(values.rows ?? (quick ? 10_000 : 1_000_000)),
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

function chosenBenches(only: string): readonly Bench[] {
  const names = only.split(',').filter((name) => name !== '')
  const unknown = names.filter((name) => !benches.some((bench) => bench.name === name))
  if (unknown.length > 0) {
    const known = benches.map(({ name }) => name).join(', ')
    throw new Error(`there is no bench ${unknown.join(', ')}; there are ${known}`)
  }
  return names.length === 0 ? benches : benches.filter(({ name }) => names.includes(name))
}

function progress(line: string): void {
  const seconds = ((performance.now() - begun) / 1_000).toFixed(0).padStart(4)
  process.stderr.write(`${seconds}s ${line}\n`)
}

async function stop(code: number): Promise<void> {
  await lab.close()
  process.exit(code)
}
