import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'esbuild'
import { STARTED, startedModule } from './sources.ts'

/** Given the path of a module's file, what is built instead of its source; undefined where nothing is. */
export type TextOf = (path: string) => string | undefined

/**
 * Keeps `import.meta.url` valid in a bundle: it stays the URL of a module's source (as `moduleUrl`), and the programs
 * that a module starts are those in `out`.
 */
export function sourcePlaces(root: URL, out: URL, textOf?: TextOf): Plugin {
  return {
    name: 'places of sources',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const from = pathToFileURL(path)
        const text = textOf?.(path) ?? (await readFile(path, 'utf8'))
        const contents = text.replace(STARTED, (_, file?: string, name?: string) => {
          const source = startedModule(from, file, name).href
          const built = out.href + source.slice(root.href.length).replace(/\.ts$/, '.js')
          return file === undefined ? `'${built}'` : `new URL('${built}')`
        })
        // On the first line, so that line numbers in stack traces stay the same.
        return { contents: `const moduleUrl = '${from.href}';${contents}`, loader: 'ts' }
      })
    },
  }
}
