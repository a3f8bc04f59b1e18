import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The entries of the bundle, as paths below the repository. */
export type Sources = { readonly tests: string[]; readonly programs: string[] }

/** The folders with modules that start programs. */
const FOLDERS = ['test', 'standalone', 'tools']
/** A module that is started by another one: the first group is a file beside it, the second a module name. */
export const STARTED =
  /new URL\('([^']+\.ts)', import\.meta\.url\)|import\.meta\.resolve\('((?:@recado\/|\.)[^']+)'\)/g

/** Finds all tests, and the modules that tests start as programs. */
export async function sourcesOf(root: URL): Promise<Sources> {
  const found = await Promise.all(FOLDERS.map((folder) => modulesOf(root, folder)))
  const modules = found.flat()
  const named = await Promise.all(modules.map((module) => startedBy(root, module)))
  return {
    tests: modules.filter((path) => path.endsWith('.test.ts')),
    programs: [...new Set(named.flat())].sort(),
  }
}

/** @returns the source of a started module, given the two groups of STARTED */
export function startedModule(from: URL, file: string | undefined, name = ''): URL {
  if (file !== undefined) return new URL(file, from)
  if (name.startsWith('.')) return new URL(name, from)
  return pathToFileURL(fileURLToPath(import.meta.resolve(name)))
}

async function modulesOf(root: URL, folder: string): Promise<string[]> {
  const names = await readdir(new URL(`${folder}/`, root), { recursive: true })
  return names
    .filter((name) => name.endsWith('.ts') && !/(^|\/)(dist|node_modules)\//.test(name))
    .map((name) => `${folder}/${name}`)
}

async function startedBy(root: URL, module: string): Promise<string[]> {
  const from = new URL(module, root)
  const text = await readFile(from, 'utf8')
  return [...text.matchAll(STARTED)].map(([, file, name]) =>
    startedModule(from, file, name).href.slice(root.href.length),
  )
}
