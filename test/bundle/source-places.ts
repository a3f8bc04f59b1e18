import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'esbuild'
import { STARTED, startedModule } from './sources.ts'

/**
 * Keeps what a module says of its place true in a bundle: files lie beside its source, and programs that it starts
 * are those written to `out`. The name `moduleUrl` stands for `import.meta.url` there.
 */
export function sourcePlaces(root: URL, out: URL): Plugin {
  return {
    name: 'places of sources',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const from = pathToFileURL(path)
        const text = await readFile(path, 'utf8')
        const contents = text.replace(STARTED, (_, file?: string, name?: string) => {
          const source = startedModule(from, file, name).href
          const built = out.href + source.slice(root.href.length).replace(/\.ts$/, '.js')
          return file === undefined ? `'${built}'` : `new URL('${built}')`
        })
        // On the first line, so that the lines of traces stay what they are.
        return { contents: `const moduleUrl = '${from.href}';${contents}`, loader: 'ts' }
      })
    },
  }
}
