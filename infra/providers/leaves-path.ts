/**
 * Whether a segment of a path is `.` or `..`, escaped or not: a URL then names another route of the provider, to which our
 * credentials would go along.
 */
export function leavesPath(path: string): boolean {
  const [segments = ''] = path.split('?')
  return segments.split(/[/\\]/).some((segment) => /^(\.|%2e){1,2}$/i.test(segment))
}

/** The reason for which such a call is not made. */
export function leftPath(): Error {
  return new Error('an id is . or .., which would name another route')
}
