import { cp, mkdir, rm } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { type Assets, filesBesideModules } from './bundle/files-beside-modules.ts'
import { leftOut } from './bundle/left-out.ts'
import { writePage } from './page/write-page.ts'

// Writes each process of the product as one file, with the files it reads beside it: all that runs in production, and
// the commands of its operator, whose servers may be reached from there alone.
// --out names another folder than dist.

const processes = ['command-api', 'query-api', 'projectors']
/** By the names that `npm run` has for them, but for the colons. */
const commands = {
  audit: 'audit',
  'eventstore-user': 'eventstore-user',
  export: 'export',
  import: 'import',
  rebuild: 'rebuild',
  replay: 'replay',
  'vault-rotate': 'rotate',
}
const root = new URL('../', import.meta.url)
const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist' } } })
const out = new URL(`${values.out}/`, values.out.startsWith('/') ? pathToFileURL('/') : root)
const assets: Assets = new Map()

await writePage()
await rm(out, { recursive: true, force: true })
await mkdir(out, { recursive: true })
await build({
  absWorkingDir: fileURLToPath(root),
  entryPoints: [
    ...processes.map((name) => ({ in: `${name}/main.ts`, out: name })),
    ...Object.entries(commands).map(([out, folder]) => ({ in: `tools/${folder}/main.ts`, out })),
  ],
  outdir: fileURLToPath(out),
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  conditions: ['@recado/source'],
  // Optional parts of pg that nobody installed.
  external: ['pg-native', 'pg-cloudflare'],
  // pg asks for `Response` to learn where it runs, which would load all of Node's fetch.
  define: { Response: 'undefined' },
  // Packages written as CommonJS call `require` for what Node itself has.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  // Names stay: stack traces are read, and wrapping each function to keep its name costs 15 MB.
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 200,
  // Licences of packages, in files of their own.
  legalComments: 'external',
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
  plugins: [leftOut, filesBesideModules(assets)],
})
for (const [name, source] of assets) await cp(source, new URL(name, out), { recursive: true })
