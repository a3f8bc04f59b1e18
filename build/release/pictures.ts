import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The pictures of the README below docs/images, and the page of the dashboard that each shows. */
export const PICTURES = {
  home: 'home.tsx',
  trace: 'message-trace.tsx',
  conversation: 'conversation.tsx',
  live: 'live.tsx',
  webhook: 'webhook.tsx',
  raw: 'raw-event.tsx',
} as const

/** What stands around every page. */
const SHARED_BY_ALL_PAGES = ['dashboard/parts/shell.tsx', 'dashboard/style']
/** The modules that determine how a page looks; texts and calls, which all pages share, are left out. */
const VISIBLE_MODULES = /^dashboard\/(pages|parts)\//
const IMPORTED = /from '(\.[^']+)'/g

/**
 * Says of each picture of the README whether a page has changed since it was made.
 * @param root a checkout with its history
 * @returns a line for each picture that is older than a module of its page, with the newest of these changes, or one line
 * when there is no history to compare
 */
export function oldPictures(root: URL): string[] {
  if (!existsSync(new URL('.git', root))) return ['The pictures are compared in a checkout of git.']
  return Object.entries(PICTURES).flatMap(([name, page]) => {
    const picture = `docs/images/${name}.png`
    const made = lastCommit(root, 'HEAD', [picture])
    if (made === '') return [`${picture} is not committed`]
    const shown = [...SHARED_BY_ALL_PAGES, ...modulesOf(root, `dashboard/pages/${page}`)]
    // By history, not by dates alone: a rebased or merged change may have any date.
    const changed = lastCommit(root, `${made.split(' ')[0]}..HEAD`, shown)
    return changed === '' ? [] : [`${picture} is older than its page: ${made}, then ${changed}`]
  })
}

/** The last commit of a range that changed one of these paths, as its id and date; empty when there is none. */
function lastCommit(root: URL, range: string, paths: readonly string[]): string {
  const args = ['log', '-1', '--format=%h of %cs', range, '--', ...paths]
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
}

/** A module of the dashboard and all that it imports, as far as they determine how a page looks. */
function modulesOf(root: URL, path: string, found = new Set<string>()): Set<string> {
  if (found.has(path) || !VISIBLE_MODULES.test(path)) return found
  found.add(path)
  const url = new URL(path, root)
  for (const [, imported = ''] of readFileSync(url, 'utf8').matchAll(IMPORTED)) {
    const to = fileURLToPath(new URL(imported, url)).slice(fileURLToPath(root).length)
    modulesOf(root, to, found)
  }
  return found
}
