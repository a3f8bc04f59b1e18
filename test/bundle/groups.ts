import { fileURLToPath } from 'node:url'
import type { Plugin } from 'esbuild'

/** Folders whose tests touch nothing outside of themselves: a process for each of them would cost more than they do. */
const FOLDERS = ['test/contract', 'test/domain', 'test/translation']
const GROUP = 'group:'

/** What is written, by its path without an ending: a test as it is, or all of a folder as one. */
export function entriesOf(tests: readonly string[]): Readonly<Record<string, string>> {
  const alone = tests.filter((path) => folderOf(path) === undefined)
  const entries = alone.map((path) => [path.replace(/\.ts$/, ''), path])
  const groups = FOLDERS.map((folder) => [`${folder}/all.test`, `${GROUP}${folder}`])
  return Object.fromEntries([...entries, ...groups])
}

/** Makes a folder's tests one module. */
export function groups(root: URL, tests: readonly string[]): Plugin {
  return {
    name: 'groups of tests',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${GROUP}`) }, ({ path }) => ({
        path: path.slice(GROUP.length),
        namespace: GROUP,
      }))
      build.onLoad({ filter: /.*/, namespace: GROUP }, ({ path: folder }) => ({
        contents: tests
          .filter((path) => folderOf(path) === folder)
          .map((path) => `import ${JSON.stringify(fileURLToPath(new URL(path, root)))}`)
          .join('\n'),
        resolveDir: fileURLToPath(root),
      }))
    },
  }
}

function folderOf(path: string): string | undefined {
  return FOLDERS.find((folder) => path.startsWith(`${folder}/`))
}
