import { dirname } from 'node:path'
import type { OnLoadResult, Plugin } from 'esbuild'

/** Replacements for parts of packages that are always loaded and that we never use. */
const REPLACEMENTS: readonly [part: RegExp, contents: string][] = [
  [/@eventstore\/db-client\/dist\/(persistentSubscription|projections)\//, ''],
  [/zod\/v4\/locales\/index\.js$/, 'export {}'],
  // Loads migrations written in TypeScript; ours are SQL.
  [/jiti\/lib\/jiti\.mjs$/, 'export const createJiti = () => undefined'],
  // Most of undici is fetch, web sockets, caches and mocks.
  [
    /undici\/index\.js$/,
    `Object.assign(require('./lib/dispatcher/dispatcher').prototype, require('./lib/api'))
     exports.Agent = require('./lib/dispatcher/agent')
     exports.Pool = require('./lib/dispatcher/pool')
     exports.buildConnector = require('./lib/core/connect')`,
  ],
]

/** Leaves unused parts of packages out of bundles, to save memory and time. A part not found fails the build. */
export const omitUnusedParts: Plugin = {
  name: 'unused parts',
  setup(build) {
    const missing = new Set(REPLACEMENTS.map(([part]) => part))
    for (const [filter, contents] of REPLACEMENTS)
      build.onLoad({ filter }, ({ path }): OnLoadResult => {
        missing.delete(filter)
        return { contents, resolveDir: dirname(path) }
      })
    build.onEnd(() => {
      const errors = [...missing].map((part) => ({
        text: `nothing is loaded from ${part} any more; update build/bundle/unused-parts.ts`,
      }))
      return { errors }
    })
  },
}
