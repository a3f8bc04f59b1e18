import type { Imports } from '../bundle/bundle-tests.ts'

/** Whether a test, named without extension, imports one of the files, itself or through others. */
export function doesLoad(
  imports: Imports,
  test: string,
  files: ReadonlyMap<string, unknown>,
): boolean {
  const seen = new Set([`${test}.ts`])
  // A set visits also what is added to it meanwhile.
  for (const path of seen) {
    if (files.has(path)) return true
    for (const { path: next } of imports[path]?.imports ?? []) seen.add(next)
  }
  return false
}
