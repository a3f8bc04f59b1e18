/** The release whose behaviour this store reproduces. */
export const RELEASE = '24.10.5'

/** Whether servers of the release announce that a subscription has caught up: from 23.10 on. */
export function announcesCaughtUp(version: string): boolean {
  return isFrom(23, 10, version)
}

/**
 * Whether servers of the release say "caught up" to a subscription whose stream does not exist: from 24.2 on. Earlier
 * ones say it when the stream exists, unless the subscription asked for the end of the stream.
 */
export function announcesMissing(version: string): boolean {
  return isFrom(24, 2, version)
}

function isFrom(sinceMajor: number, sinceMinor: number, version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > sinceMajor || (major === sinceMajor && minor >= sinceMinor)
}
