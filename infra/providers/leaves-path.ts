/**
 * Whether a segment of a path is `.` or `..`, escaped or not: the URL would then lead our credentials to another route of
 * the provider.
 */
export function leavesPath(path: string): boolean {
  const [segments = ''] = path.split('?')
  return segments.split(/[/\\]/).some((segment) => /^(\.|%2e){1,2}$/i.test(segment))
}

/** Why a call with such a path is not made. */
export function pathError(): Error {
  return new Error('an id is . or .., which would name another route')
}
