import { fileURLToPath } from 'node:url'
import type { Plugin } from 'esbuild'
import { TOGETHER } from './together.ts'

const GROUP = 'group:'

/** What is written, by its path without an ending: a test as it is, or all of a group as one. */
export function entriesOf(tests: readonly string[]): Readonly<Record<string, string>> {
  for (const place of Object.values(TOGETHER).flat())
    if (!tests.some(isAt(place))) throw new Error(`test/bundle/together.ts: no test at ${place}`)
  const alone = tests.filter((path) => !Object.keys(TOGETHER).some((group) => isIn(group)(path)))
  const entries = alone.map((path) => [path.replace(/\.ts$/, ''), path])
  const groups = Object.keys(TOGETHER).map((group) => [`test/${group}/all.test`, GROUP + group])
  return Object.fromEntries([...entries, ...groups])
}

/** Makes a group's tests one module. */
export function groups(root: URL, tests: readonly string[]): Plugin {
  return {
    name: 'groups of tests',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${GROUP}`) }, ({ path }) => ({
        path: path.slice(GROUP.length),
        namespace: GROUP,
      }))
      build.onLoad({ filter: /.*/, namespace: GROUP }, ({ path: group }) => ({
        contents: tests
          .filter(isIn(group))
          .map((path) => `import ${JSON.stringify(fileURLToPath(new URL(path, root)))}`)
          .join('\n'),
        resolveDir: fileURLToPath(root),
      }))
    },
  }
}

const isIn = (group: string) => (path: string) =>
  TOGETHER[group]?.some((place) => isAt(place)(path)) === true

/** A folder ends in a slash. */
const isAt = (place: string) => (path: string) =>
  place.endsWith('/') ? path.startsWith(`test/${place}`) : path === `test/${place}.test.ts`
