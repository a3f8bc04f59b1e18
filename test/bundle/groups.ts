import { fileURLToPath } from 'node:url'
import type { Plugin } from 'esbuild'
import { IN_TURN, TOGETHER } from './together.ts'

const GROUP = 'group:'
const GROUPS = { ...TOGETHER, ...IN_TURN }

/** The bundle's entries by their path without extension: a test file, or a group of tests as one. */
export function entriesOf(tests: readonly string[]): Readonly<Record<string, string>> {
  for (const place of Object.values(GROUPS).flat())
    if (!tests.some(isAt(place))) throw new Error(`test/bundle/together.ts: no test at ${place}`)
  const alone = tests.filter((path) => !Object.keys(GROUPS).some((group) => isIn(group)(path)))
  const entries = alone.map((path) => [path.replace(/\.ts$/, ''), path])
  const groups = Object.keys(GROUPS).map((group) => [`test/${group}/all.test`, GROUP + group])
  return Object.fromEntries([...entries, ...groups])
}

/** Makes one module of each group of tests. */
export function groups(root: URL, tests: readonly string[]): Plugin {
  return {
    name: 'groups of tests',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${GROUP}`) }, ({ path }) => ({
        path: path.slice(GROUP.length),
        namespace: GROUP,
      }))
      build.onLoad({ filter: /.*/, namespace: GROUP }, ({ path: group }) => ({
        contents: sourceOf(group, tests.filter(isIn(group)), root),
        resolveDir: fileURLToPath(root),
      }))
    },
  }
}

/** Imports in turn the modules that start servers while they load, because plain imports would start all at once. */
function sourceOf(group: string, tests: readonly string[], root: URL): string {
  const place = (path: string) => JSON.stringify(fileURLToPath(new URL(path, root)))
  if (group in TOGETHER) return tests.map((path) => `import ${place(path)}`).join('\n')
  const files = tests.map((path) => `${JSON.stringify(path)}: () => import(${place(path)})`)
  const runner = place('test/bundle/in-turn.ts')
  return `import { inTurn } from ${runner}\nawait inTurn({${files.join(',\n')}})`
}

const isIn = (group: string) => (path: string) =>
  GROUPS[group]?.some((place) => isAt(place)(path)) === true

/** Whether a test is at a place of together.ts; a folder ends with a slash. */
export const isAt = (place: string) => (path: string) =>
  place.endsWith('/') ? path.startsWith(`test/${place}`) : path === `test/${place}.test.ts`
