import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { bundleTests } from '../bundle/bundle-tests.ts'
import { isAt } from '../bundle/groups.ts'
import { sourcesOf } from '../bundle/sources.ts'
import { TOGETHER } from '../bundle/together.ts'
import { inTurns } from '../run/in-turns.ts'
import { doesLoad } from './does-load.ts'
import { instrument, type Mutant } from './instrument.ts'
import { type Judged, report, survivor } from './report.ts'
import { observe, tryMutant } from './run-mutants.ts'

// Changes the source of folders in small ways, one at a time, and says which of these mutants no pure test notices:
//   npm run mutate -- domain translation
//   npm run mutate -- infra projectors --sample 300 --seed 7
// A sample is drawn from the mutants that some pure test reaches.

const ROOT = new URL('../../', import.meta.url)
const OUT = '.built-mutants'
const BUILT = new URL(`${OUT}/`, ROOT)

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    jobs: { type: 'string', default: String(availableParallelism()) },
  },
})
if (folders.length === 0) throw new Error('Name a folder: npm run mutate -- domain')

const JOBS = Number(values.jobs)

const { mutants, texts } = await instrument(ROOT, folders)
const tests = await pureTests()
const imports = await bundleTests({
  entries: Object.fromEntries(
    [...tests, 'test/mutate/run-tests'].map((path) => [path, `${path}.ts`]),
  ),
  out: OUT,
  textOf: (path) => texts.get(path.slice(fileURLToPath(ROOT).length)),
})
const loading = tests.filter((test) => doesLoad(imports, `${test}.ts`, texts))
const observed = await inTurns(loading, JOBS, (file) => observe(BUILT, file))
const runs = observed.filter((run) => run !== null)
const failed = loading.filter((_, place) => observed[place] === null)
if (failed.length > 0) say(`left out, because they fail without a mutant: ${failed.join(', ')}`)
const reached = new Set(runs.flatMap((run) => [...run.reached]))
const drawn = draw(mutants)
say(`${mutants.length} mutants, ${reached.size} reached by ${runs.length} test files`)
let done = 0
const judged = await inTurns(drawn, JOBS, async (mutant): Promise<Judged> => {
  const one = { ...mutant, outcome: await tryMutant(BUILT, runs, mutant.id) }
  for (const line of survivor(one)) say(line)
  done += 1
  if (done % 50 === 0) process.stderr.write(`${done} of ${drawn.length}\n`)
  return one
})
for (const line of report(judged)) say(line)
await rm(BUILT, { recursive: true })

/** The built tests, without extension, that start nothing. */
async function pureTests(): Promise<string[]> {
  const { browser: _, ...groups } = TOGETHER
  const places = Object.values(groups).flat()
  const { tests } = await sourcesOf(ROOT)
  const pure = tests.filter((path) => places.some((place) => isAt(place)(path)))
  return pure.map((path) => path.replace(/\.ts$/, ''))
}

function draw(mutants: readonly Mutant[]): readonly Mutant[] {
  if (values.sample === undefined) return mutants
  const known = mutants.filter(({ id }) => reached.has(id))
  const size = Math.min(Number(values.sample), known.length)
  say(`seed ${values.seed}`)
  const drawn = fc.shuffledSubarray(known, { minLength: size, maxLength: size })
  return fc.sample(drawn, { seed: Number(values.seed), numRuns: 1 }).flat()
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
