import { bundleTests } from './bundle-tests.ts'
import { entriesOf, groups } from './groups.ts'
import { sourcesOf } from './sources.ts'

// Bundles every test, and every program that a test starts, into .built/ with shared chunks, because loading the
// product's 1,500 modules one by one costs more processor time than most tests do.

const ROOT = new URL('../../', import.meta.url)

const { tests, programs } = await sourcesOf(ROOT)
await bundleTests({
  // The runner loads test/run/note-file.ts before each test, and starts test/kit/after.ts when all tests have ended.
  entries: entriesOf([...tests, ...programs, 'test/run/note-file.ts', 'test/kit/after.ts']),
  out: '.built',
  plugins: [groups(ROOT, tests)],
})
