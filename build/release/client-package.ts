import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { writeLicenses } from './licenses.ts'
import { workspaceOf, writeManifest } from './manifest.ts'

/** A folder for each module system: what `import` finds, and what `require` finds. */
const FORMATS = { esm: 'module', cjs: 'commonjs' } as const
type Format = keyof typeof FORMATS

/** What the types name, and CommonJS can load. `openapi-fetch` is copied: `require` finds no default export in it. */
const EXTERNAL = ['fast-sha256', 'standardwebhooks']

/** Assembles `@recado/client`: one module for `import` and one for `require`, each with its types. */
export async function assembleClient(root: URL, into: URL): Promise<void> {
  const workspace = await workspaceOf(root, 'client')
  await declareTypes(root, new URL('esm/', into))
  for (const format of ['esm', 'cjs'] as const) await writeModule(root, into, format)
  await writeManifest(into, workspace, {
    name: workspace.name,
    sideEffects: false,
    exports: { '.': { import: entry('esm'), require: entry('cjs') } },
    // For tools that read no `exports`.
    main: entry('cjs').default,
    types: entry('cjs').types,
    dependencies: workspace.dependencies,
  })
}

function entry(format: Format) {
  return { types: `./${format}/index.d.ts`, default: `./${format}/index.js` }
}

async function writeModule(root: URL, into: URL, format: Format): Promise<void> {
  const folder = new URL(`${format}/`, into)
  const { metafile } = await build({
    absWorkingDir: fileURLToPath(root),
    entryPoints: ['client/index.ts'],
    outdir: fileURLToPath(folder),
    bundle: true,
    external: EXTERNAL,
    format,
    target: 'node20',
    metafile: true,
    logLevel: 'warning',
  })
  await writeLicenses(root, into, metafile)
  if (format !== 'esm') await copyTypes(new URL('esm/', into), folder)
  // The nearest package.json says how Node and TypeScript read the files of a folder.
  const kind = JSON.stringify({ type: FORMATS[format] })
  await writeFile(new URL('package.json', folder), `${kind}\n`)
}

const OPTIONS = ['--emitDeclarationOnly', '--composite', 'false', '--incremental', 'false']

async function declareTypes(root: URL, into: URL): Promise<void> {
  const tsc = fileURLToPath(new URL('node_modules/typescript/bin/tsc', root))
  const project = fileURLToPath(new URL('client/tsconfig.json', root))
  const args = [tsc, '-p', project, '--outDir', fileURLToPath(into), ...OPTIONS]
  await promisify(execFile)(process.execPath, args)
  await rm(new URL('generate.d.ts', into))
  for (const name of await readdir(into)) await nameJavaScript(new URL(name, into))
}

/** The compiler leaves `./api.ts` in declarations, which is not in the package. */
async function nameJavaScript(file: URL): Promise<void> {
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(/(from '\.\/[^']+)\.ts'/g, "$1.js'"))
}

async function copyTypes(from: URL, into: URL): Promise<void> {
  await mkdir(into, { recursive: true })
  for (const name of await readdir(from))
    if (name.endsWith('.d.ts'))
      await writeFile(new URL(name, into), await readFile(new URL(name, from)))
}
