import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { PluginBuild } from 'esbuild'
import fc from 'fast-check'
import { bundleTests } from '../bundle/bundle-tests.ts'
import { isAt } from '../bundle/groups.ts'
import { sourcesOf } from '../bundle/sources.ts'
import { TOGETHER } from '../bundle/together.ts'
import { inTurns } from '../run/in-turns.ts'
import { doesLoad } from './does-load.ts'
import { instrument, type Mutant } from './instrument.ts'
import { type Judged, report, survivor } from './report.ts'
import { observe, type TestRun, testProcesses, tryMutant } from './run-mutants.ts'
import type { Hits } from './run-tests.ts'

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
  plugins: [{ name: 'tests that run again', setup: replaceTap }],
})
const loading = tests.filter((test) => doesLoad(imports, test, texts))
const processes = testProcesses(BUILT)
const observed = await inTurns(loading, JOBS, (test) =>
  observe(processes, new URL(`${test}.js`, BUILT).href),
)
const runs = observed.flatMap((run, place) =>
  run === null ? [] : { ...run, test: loading[place] },
)
const failed = loading.filter((_, place) => observed[place] === null)
if (failed.length > 0) say(`left out, because they fail without a mutant: ${failed.join(', ')}`)
const loaded = idsIn(runs.map((run) => run.loading))
const reached = new Set([...loaded, ...idsIn(runs.map((run) => run.running))])
const drawn = draw(mutants)
say(`${mutants.length} mutants, ${reached.size} reached by ${runs.length} test files`)
let done = 0
const judged = await inTurns(drawn, JOBS, async (mutant): Promise<Judged> => {
  const trial = { id: mutant.id, isLoaded: loaded.has(mutant.id) }
  const one = { ...mutant, outcome: await tryMutant(processes, runsReaching(mutant), trial) }
  for (const line of survivor(one)) say(line)
  done += 1
  if (done % 50 === 0) process.stderr.write(`${done} of ${drawn.length}\n`)
  return one
})
processes.stop()
for (const line of report(judged)) say(line)
await rm(BUILT, { recursive: true })

/** The quickest first. What modules read while they load is there for every test that loads them. */
function runsReaching({ id, file }: Mutant): readonly TestRun[] {
  const files = new Map([[file, true]])
  const reaches = ({ test = '', running }: (typeof runs)[number]) =>
    id in running || (loaded.has(id) && doesLoad(imports, test, files))
  return runs.filter(reaches).sort((a, b) => a.ms - b.ms)
}

function idsIn(hits: readonly Hits[]): ReadonlySet<string> {
  return new Set(hits.flatMap((one) => Object.keys(one)))
}

/** The built tests, without extension, that start nothing. */
async function pureTests(): Promise<string[]> {
  const { browser: _, ...groups } = TOGETHER
  const places = Object.values(groups).flat()
  const { tests } = await sourcesOf(ROOT)
  const pure = tests.filter((path) => places.some((place) => isAt(place)(path)))
  return pure.map((path) => path.replace(/\.ts$/, ''))
}

function replaceTap(build: PluginBuild) {
  const stand = fileURLToPath(new URL('declared-tests.ts', import.meta.url))
  build.onResolve({ filter: /^tap$/ }, ({ importer }) =>
    importer === stand ? undefined : { path: stand },
  )
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
