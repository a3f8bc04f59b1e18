import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import type { PageFiles } from '@recado/infra/http/page-files'
import { buildApiPages } from './api-pages.ts'
import { buildPage } from './build-page.ts'

/** Where query-api looks for the page, in the sources and in a bundle. */
const BUILT_FOLDER = new URL('../../dashboard/built/', import.meta.url)

/** Writes the files of the dashboard's page and of the API's, each with its compressed copy, and removes older ones. */
export async function writePages(): Promise<void> {
  const page = await buildPages()
  await mkdir(BUILT_FOLDER, { recursive: true })
  const names = [...page.keys()].flatMap((name) => [name, `${name}.br`])
  for (const [name, { bytes, brotli }] of page) {
    await writeFile(new URL(name, BUILT_FOLDER), bytes)
    await writeFile(new URL(`${name}.br`, BUILT_FOLDER), brotli)
  }
  for (const name of await readdir(BUILT_FOLDER))
    if (!names.includes(name)) await rm(new URL(name, BUILT_FOLDER), { force: true })
}

/** The pages that query-api serves: the dashboard, the API's document, and what assistants read. */
export async function buildPages(): Promise<PageFiles> {
  return new Map([...(await buildPage()), ...(await buildApiPages())])
}
