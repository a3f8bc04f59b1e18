import { readdir, readFile, writeFile } from 'node:fs/promises'
import type { Metafile } from 'esbuild'

/** Writes the licences of the packages that a file contains, which each of them asks to be passed on. */
export async function writeLicenses(root: URL, into: URL, { inputs }: Metafile): Promise<void> {
  const folders = Object.keys(inputs).flatMap(
    (path) => /^.*node_modules\/(@[^/]+\/)?[^/]+\//.exec(path)?.[0] ?? [],
  )
  const texts: string[] = []
  for (const folder of [...new Set(folders)].sort()) {
    const place = new URL(folder, root)
    const name = (await readdir(place)).find((name) => /^licen[sc]e/i.test(name))
    const about = JSON.parse(await readFile(new URL('package.json', place), 'utf8'))
    const text = name === undefined ? about.license : await readFile(new URL(name, place), 'utf8')
    texts.push(`${about.name} ${about.version}\n\n${text.trim()}\n`)
  }
  await writeFile(new URL('LICENSES-OF-PACKAGES', into), texts.join(`\n${'-'.repeat(80)}\n\n`))
}
