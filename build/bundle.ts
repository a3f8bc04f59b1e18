import { cp, mkdir, rm } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { type Assets, filesBesideModules } from './bundle/files-beside-modules.ts'
import { omitUnusedParts } from './bundle/unused-parts.ts'
import { writePages } from './page/pages.ts'

// Bundles each process of the product, and each command of its operator, as one file with the files it reads beside it.
// The commands are included because the servers may be reachable from production only. --out replaces the folder dist.

const processes = ['command-api', 'query-api', 'projectors']
/** By their names for `npm run`, with the colons replaced. */
const commands = {
  audit: 'audit',
  checkpoint: 'checkpoint',
  'eventstore-user': 'eventstore-user',
  export: 'export',
  import: 'import',
  proof: 'proof',
  rebuild: 'rebuild',
  replay: 'replay',
  'vault-rotate': 'rotate',
}
const root = new URL('../', import.meta.url)
const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist' } } })
const out = new URL(`${values.out}/`, values.out.startsWith('/') ? pathToFileURL('/') : root)
const assets: Assets = new Map()

await writePages()
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
  // Optional parts of pg that are not installed.
  external: ['pg-native', 'pg-cloudflare'],
  // pg looks at `Response` to detect its platform, which would load all of Node's fetch.
  define: { Response: 'undefined' },
  // CommonJS packages call `require` for Node's own modules.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  // Identifiers are not minified: stack traces need their names, and `keepNames` would cost 15 MB.
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 200,
  legalComments: 'external',
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
  plugins: [omitUnusedParts, filesBesideModules(assets)],
})
for (const [name, source] of assets) await cp(source, new URL(name, out), { recursive: true })
