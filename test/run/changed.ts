import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { isThorough } from './thorough.ts'

// Runs the quick tests of what has changed since the last push: changed tests, and tests that import a changed module by
// its name. It is no substitute for `npm test`. An argument names another commit to compare with.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

for (const file of testsOf(changedFiles())) {
  process.stdout.write(`> ${file}\n`)
  const args = ['run', '--silent', 'test:file', '--', file]
  const { status } = spawnSync('npm', args, { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

function changedFiles(): string[] {
  const since = git('merge-base', 'HEAD', process.argv[2] ?? '@{push}')[0] ?? 'HEAD'
  return git('diff', '--name-only', '--diff-filter=d', since).filter((file) => /\.tsx?$/.test(file))
}

function testsOf(files: readonly string[]): string[] {
  const tests = files.filter((file) => file.endsWith('.test.ts'))
  const modules = files.filter((file) => !file.startsWith('test/'))
  const imports = modules.flatMap((file) => ['-e', `'@recado/${file.replace(/\.tsx?$/, '')}'`])
  const importing = imports.length === 0 ? [] : git('grep', '-lF', ...imports, '--', '*.test.ts')
  return [...new Set([...tests, ...importing])].sort().filter(isQuick)
}

const isQuick = (file: string) => !isThorough(file.slice('test/'.length, -'.test.ts'.length))

/** @returns the lines of the output; none when nothing was found, or the branch has no such place */
function git(...args: string[]): string[] {
  try {
    const output = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' })
    return output.split('\n').filter((line) => line !== '')
  } catch {
    return []
  }
}
