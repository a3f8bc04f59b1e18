import { readdir, readFile } from 'node:fs/promises'
import { type PageFiles, pageType } from '@recado/infra/http/page-files'

const BUILT = new URL('../../../dashboard/built/', import.meta.url)

/** The files of the dashboard from `npm run build`; null when it was not built. */
export async function readPage(): Promise<PageFiles | null> {
  const names = await readdir(BUILT).catch(() => [])
  const files = names.flatMap((name) => {
    const type = pageType(name)
    return type === null ? [] : [readOne(name, type)]
  })
  return files.length === 0 ? null : new Map(await Promise.all(files))
}

async function readOne(name: string, type: string) {
  const [bytes, brotli] = await Promise.all([
    readFile(new URL(name, BUILT)),
    readFile(new URL(`${name}.br`, BUILT)),
  ])
  return [name, { type, bytes, brotli }] as const
}
