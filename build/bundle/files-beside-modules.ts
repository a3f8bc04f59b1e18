import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'esbuild'

/** The files that a bundle reads at run time: the source of each by its name beside the bundle. */
export type Assets = Map<string, string>

const BESIDE = /new URL\('([^']+)', import\.meta\.url\)/g

/**
 * Modules read files beside them, such as their SQL; this rewrites their paths to files beside the bundle.
 * @param assets is filled with the files to copy there
 */
export function filesBesideModules(assets: Assets): Plugin {
  return {
    name: 'files beside modules',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8')
        if (text.replace(BESIDE, '').includes('import.meta'))
          throw new Error(`${path} may use import.meta only as new URL('./name', import.meta.url)`)
        const contents = text.replace(BESIDE, (_, relative: string) => {
          const source = fileURLToPath(new URL(relative, pathToFileURL(path)))
          return `new URL('./${addAsset(assets, source)}', import.meta.url)`
        })
        return { contents, loader: 'ts' }
      })
    },
  }
}

function addAsset(assets: Assets, source: string): string {
  const name = basename(source)
  if (!existsSync(source)) throw new Error(`${source} is missing; a module reads it`)
  const other = assets.get(name)
  if (other !== undefined && other !== source)
    throw new Error(`${other} and ${source} would be one file in the bundle; rename one`)
  assets.set(name, source)
  return source.endsWith('/') ? `${name}/` : name
}
