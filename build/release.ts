import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { assembleClient } from './release/client-package.ts'
import { assembleCommand } from './release/command-package.ts'
import { oldPictures } from './release/pictures.ts'

// Packs what people install without the repository, `@recado/client` and `recado`, and publishes both, unless a picture of
// the README shows an older page. --dry-run only packs them, and says what would be published and which pictures are old;
// --out replaces the folder dist/packages.

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'dist/packages' },
    'dry-run': { type: 'boolean', default: false },
  },
})
const root = new URL('../', import.meta.url)
const out = new URL(`${values.out}/`, values.out.startsWith('/') ? pathToFileURL('/') : root)
const isDry = values['dry-run']

const old = oldPictures(root)
for (const line of old) say(line)
if (old.length > 0)
  say(
    'Make them anew with `npm run screenshots` beside `npm start`, look at them, and commit them.',
  )
if (old.length > 0 && !isDry) process.exit(1)

await rm(out, { recursive: true, force: true })
const packed = [await pack('client', assembleClient), await pack('cli', assembleCommand)]
for (const { id, filename, size, files } of packed) {
  say(`${isDry ? 'would publish' : 'publishing'} ${id}, ${size} bytes: ${filename}`)
  for (const { path, size } of files) say(`  ${String(size).padStart(8)}  ${path}`)
  if (!isDry) npm('publish', fileURLToPath(new URL(filename, out)), '--access', 'public')
}

type Packed = {
  readonly id: string
  readonly filename: string
  readonly size: number
  readonly files: readonly { readonly path: string; readonly size: number }[]
}

/** @returns what `npm pack` says of the tarball that it has made in `out` */
async function pack(
  folder: string,
  assemble: (root: URL, into: URL) => Promise<void>,
): Promise<Packed> {
  const into = new URL(`${folder}/`, out)
  await mkdir(into, { recursive: true })
  await assemble(root, into)
  await copyFile(new URL(`${folder}/README.md`, root), new URL('README.md', into))
  await copyFile(new URL('LICENSE', root), new URL('LICENSE', into))
  const [from, to] = [into, out].map((url) => fileURLToPath(url)) as [string, string]
  const [one] = JSON.parse(npm('pack', from, '--json', '--pack-destination', to)) as [Packed]
  return one
}

function npm(...args: string[]): string {
  return execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
